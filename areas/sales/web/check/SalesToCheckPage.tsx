import { ReceiptTextIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatMoney, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { QUEUE_ROWS_MAX, type QueueRow } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CheckedLine, CheckReason, listSaleHeadChecks, listSalesToCheck } from '../../contract.ts'
import { salesToCheckPath } from '../../paths.ts'
import { LinesToCheckQueue } from './CheckedLines.tsx'
import { SalesToCheckList } from './CheckedSales.tsx'
import { SaleLineReview } from './LineReview.tsx'
import '../sales.css'

/** Page of till lines with unknown goods or inconsistent amounts: waiting lines, or all lines. */
export function SalesToCheckPage() {
  const t = useT()
  const labels = useLabels('sales')
  // If the page is opened from a sale, the lines of that sale come first.
  const invoiceNo = useSearchParams()[0].get('InvoiceNo')
  const list = useRead(listSalesToCheck, {
    Search: { Status: 'Waiting' },
    Rows: QUEUE_ROWS_MAX,
    SortOption: 'PerformedAt',
  })
  const sales = useRead(listSaleHeadChecks, { Search: { Status: 'Waiting' }, Rows: 1 })
  const { show, tools } = useQueueParts(['waiting', 'sales', 'all'], {
    label: t('sales:check.show'),
    word: (one) => t(`sales:check.shows.${one}`),
    counts: { waiting: list.data?.count, sales: sales.data?.count },
  })
  const rowOf = ({
    CheckId,
    CustomerName,
    Reasons,
    Description,
    NetAmount,
    PerformedAt,
    ...line
  }: CheckedLine): QueueRow => ({
    id: CheckId,
    person: CustomerName ?? undefined,
    title: t('customers:member.walkIn'),
    icon: <ReceiptTextIcon />,
    what: (
      <QueueEntrySummary
        what={
          <>
            {Description ?? line.ItemCode ?? line.SentBrand} <strong>{formatMoney(NetAmount)}</strong>
          </>
        }
        warning={Reasons.map((reason) => labels.value('Reasons', reason)).join(listSeparator())}
      />
    ),
    when: PerformedAt,
    kind: Reasons[0],
  })
  const first = (rows: readonly CheckedLine[]) => [
    ...rows.filter(({ InvoiceNo }) => InvoiceNo === invoiceNo),
    ...rows.filter(({ InvoiceNo }) => InvoiceNo !== invoiceNo),
  ]
  return (
    <>
      {tools}
      {show === 'all' && <LinesToCheckQueue />}
      {show === 'sales' && <SalesToCheckList />}
      {show === 'waiting' && (
        <QueuePage
          path={salesToCheckPath()}
          label={t('sales:screens.check')}
          list={{ ...list, data: list.data && { rows: first(list.data.rows) } }}
          rowOf={rowOf}
          kinds={Object.fromEntries(CheckReason.options.map((reason) => [reason, t(`sales:check.kinds.${reason}`)]))}
          empty={{ title: t('sales:check.empty'), hint: t('sales:check.emptyHint') }}
          review={(id) => <SaleLineReview key={id} CheckId={id} />}
        />
      )}
    </>
  )
}
