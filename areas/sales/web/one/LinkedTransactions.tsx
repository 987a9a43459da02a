import { Link } from 'react-router'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listTransactions, type Summary, type SummaryWithDetails } from '../../contract.ts'
import { salePath } from '../../paths.ts'
import { TransactionTypeTag } from '../TransactionTags.tsx'

/** Links to the cancellations of a sale, or to the sale of a cancellation. */
export function LinkedTransactions({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const isSale = transaction.TransactionType === 'N'
  // A search by the invoice number of the sale also finds its cancellations.
  const InvoiceNo = transaction.OriginalInvoiceNo ?? transaction.InvoiceNo
  const { data } = useRead(
    listTransactions,
    { Rows: 100, Search: { TransactionType: isSale ? 'C' : 'N', InvoiceNo } },
    { enabled: isSale ? transaction.CancelState !== 'None' : transaction.OriginalInvoiceNo !== null },
  )
  if (!data || data.rows.length === 0) return null
  return (
    <Card flush title={t(isSale ? 'sales:one.cancellations' : 'sales:one.original')}>
      <EntryList>
        {data.rows.map((other) => (
          <LinkedRow key={other.TransactionId} row={other} />
        ))}
      </EntryList>
    </Card>
  )
}

function LinkedRow({ row }: { row: Summary }) {
  const t = useT()
  const points = row.PointsMoved
  return (
    <ListEntry
      side={
        <>
          <MoneyText amount={row.TransactionType === 'C' ? `-${row.TotalAmount}` : row.TotalAmount} currency />
          {row.MembershipNo && (
            <span>
              <PointsText points={points} sign="signed" /> {t('sales:points', { count: Math.abs(points) })}
            </span>
          )}
        </>
      }
    >
      <Link to={salePath(row)}>{row.InvoiceNo}</Link> <TransactionTypeTag type={row.TransactionType} />
      <Muted as="div">
        <ShortInstant value={row.PerformedAt} />
        {row.Remarks && ` · ${row.Remarks}`}
      </Muted>
    </ListEntry>
  )
}
