import { Typography } from 'antd'
import { Link } from 'react-router'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listTransactions, type Summary, type SummaryWithDetails } from '../../contract.ts'
import { transactionLink } from '../links.ts'
import { TypeTag } from '../TransactionTags.tsx'

/** Of a sale the cancellations that took something back; of a cancellation its sale. */
export function LinkedTransactions({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const isSale = transaction.TransactionType === 'N'
  // Cancellations carry the number of their sale or the member's; what the list answers is sifted here.
  const { data } = useRead(
    listTransactions,
    {
      Rows: 200,
      Search: {
        TransactionType: isSale ? 'C' : 'N',
        ...(isSale && transaction.MembershipNo
          ? { MembershipNo: transaction.MembershipNo }
          : { InvoiceNo: transaction.OriginalInvoiceNo ?? transaction.InvoiceNo }),
      },
    },
    { enabled: isSale ? transaction.CancelState !== 'None' : transaction.OriginalInvoiceNo !== null },
  )
  const linked = (data?.rows ?? []).filter((other) =>
    isSale ? other.OriginalInvoiceNo === transaction.InvoiceNo : other.InvoiceNo === transaction.OriginalInvoiceNo,
  )
  if (linked.length === 0) return null
  return (
    <section className="carat-card" aria-labelledby="linked">
      <div className="carat-card-head">
        <Typography.Title level={3} id="linked" className="carat-card-title">
          {t(isSale ? 'sales:one.cancellations' : 'sales:one.original')}
        </Typography.Title>
      </div>
      <ul className="sales-linked">
        {linked.map((other) => (
          <LinkedRow key={other.TransactionId} row={other} />
        ))}
      </ul>
    </section>
  )
}

const LinkedRow = ({ row }: { row: Summary }) => (
  <li>
    <div>
      <Link to={transactionLink(row)}>{row.InvoiceNo}</Link> <TypeTag type={row.TransactionType} />
      <div className="sales-quiet">
        {formatInstant(row.PerformedAt)}
        {row.Remarks && ` · ${row.Remarks}`}
      </div>
    </div>
    <div className="sales-linked-figures">
      <MoneyText amount={row.TotalAmount} currency />
      {row.MembershipNo && (
        <PointsOf row={row} />
      )}
    </div>
  </li>
)

function PointsOf({ row }: { row: Summary }) {
  const t = useT()
  return (
    <span>
      <PointsText points={row.TransactionType === 'C' ? -row.ReversedPoints : row.EarnedPoints} sign="signed" /> {t('sales:points')}
    </span>
  )
}
