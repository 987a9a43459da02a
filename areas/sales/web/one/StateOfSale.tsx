import { Alert } from 'antd'
import { Link } from 'react-router'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { SaleWithApproval } from '../../contract.ts'
import { salesToCheckPath } from '../../paths.ts'

/** Notices that explain why a sale does not count fully: it awaits approval, was rejected, or has lines to check. */
export function SaleStatusNotice({ sale }: { sale: SaleWithApproval }) {
  return (
    <>
      <Waits sale={sale} />
      <ToCheck sale={sale} />
    </>
  )
}

function Waits({ sale: { ApprovalStatus, Approval } }: { sale: SaleWithApproval }) {
  const t = useT()
  if (!Approval || ApprovalStatus === null || ApprovalStatus === 'Approved') return null
  const canOpen = Approval.MayOpenYN === 'Y' && (
    <div>
      <Link to={approvalsPath({ id: Approval.ApprovalId })}>{t('points:adjustment.open')}</Link>
    </div>
  )
  if (ApprovalStatus === 'Pending') {
    const entered = { name: Approval.RequestedBy, date: formatShortInstant(Approval.RequestedAt) }
    return (
      <Alert
        type="info"
        showIcon
        title={t('sales:one.waits')}
        description={
          <>
            {t('sales:one.waitsHint', entered)}
            {canOpen}
          </>
        }
      />
    )
  }
  const decided = { name: Approval.DecidedBy ?? '', date: formatShortInstant(Approval.DecidedAt) }
  return (
    <Alert
      type="error"
      showIcon
      title={t(ApprovalStatus === 'Rejected' ? 'sales:one.rejected' : 'sales:one.withdrawn', decided)}
      description={
        <>
          {Approval.DecisionRemark}
          {canOpen}
        </>
      }
    />
  )
}

function ToCheck({ sale }: { sale: SaleWithApproval }) {
  const t = useT()
  const { has } = useSession()
  const link = (to: string) => has('Customer Transaction') && <Link to={to}>{t('sales:one.goToCheck')}</Link>
  return (
    <>
      {sale.LinesToCheck > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('sales:one.toCheck', { count: sale.LinesToCheck })}
          description={link(salesToCheckPath(sale))}
        />
      )}
      {sale.ChecksWaiting.map((reason) => (
        <Alert
          key={reason}
          type="warning"
          showIcon
          title={t(reason === 'Clock' ? 'sales:one.clockWaits' : 'sales:one.memberWaits')}
          description={link(salesToCheckPath({ show: 'sales', InvoiceNo: sale.InvoiceNo }))}
        />
      ))}
    </>
  )
}
