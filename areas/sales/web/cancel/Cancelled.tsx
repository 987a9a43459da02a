import { Alert } from 'antd'
import { Link } from 'react-router'
import { pointExplanationPath } from '#areas/points/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { formatMoney, formatPoints, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { addTransaction } from '../../contract.ts'
import { salePath } from '../../paths.ts'

export type CancellationReply = Reply<typeof addTransaction>

/** Shows the result of a cancellation that staff tell the customer: refunded money, points, and arrears. */
export function CancellationResult({ reply }: { reply: CancellationReply }) {
  const t = useT()
  const owed = reply.PointsOwed ?? 0
  return (
    <Alert
      type={owed > 0 ? 'warning' : 'success'}
      showIcon
      role="status"
      title={
        reply.TotalAmount === null
          ? t('sales:cancel.donePoints', { points: formatPoints(reply.ReversedPoints) })
          : t('sales:cancel.done', {
              amount: `${getCurrency()} ${formatMoney(reply.TotalAmount)}`,
              points: formatPoints(reply.ReversedPoints),
            })
      }
      description={
        <>
          {reply.RefundedPoints > 0 && (
            <div>
              {t('sales:cancel.refund', {
                count: reply.RefundedPoints,
                points: formatPoints(reply.RefundedPoints),
              })}
            </div>
          )}
          {reply.MembershipNo && (
            <div>
              {owed > 0
                ? t('sales:cancel.owes', { points: formatPoints(owed) })
                : t('sales:cancel.left', { points: formatPoints(reply.PointsAvailable) })}{' '}
              <Link to={pointExplanationPath({ MembershipNo: reply.MembershipNo })}>{t('sales:explain')}</Link>
            </div>
          )}
          <Link to={salePath(reply)}>{t('sales:cancel.open', { number: reply.InvoiceNo })}</Link>
        </>
      }
    />
  )
}
