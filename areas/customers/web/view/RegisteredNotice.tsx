import { Alert, Button } from 'antd'
import { ReceiptTextIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { saleAddPath } from '#areas/sales/paths.ts'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { CustomerView } from '../../contract/customers.ts'
import { mainMembership } from './editing.ts'

/** Right after registration: the number to tell the customer, and the usual next step. */
export function RegisteredNotice({ customer }: { customer: CustomerView }) {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const membership = mainMembership(customer)
  if (!membership) return null
  return (
    <Alert
      type="success"
      showIcon
      title={t('customers:view.registered')}
      description={
        <span className="carat-record-name">
          <span className="carat-figure">{membership.MembershipNo}</span>
          <CopyButton value={membership.MembershipNo} name={t('customers:fields.MembershipNo')} />
        </span>
      }
      action={
        has('Customer Transaction') && (
          <Button
            type="primary"
            size="large"
            icon={<ReceiptTextIcon aria-hidden />}
            onClick={() => void navigate(saleAddPath({ MembershipNo: membership.MembershipNo }))}
          >
            {t('kit:verbs.recordSale')}
          </Button>
        )
      }
    />
  )
}
