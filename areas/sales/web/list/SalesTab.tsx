import { lazy, Suspense } from 'react'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listTransactions, type Summary } from '../../contract.ts'
import { salePath } from '../../paths.ts'
import { OutletAndSourceCell, TransactionKindCell } from './cells.tsx'
import { useSaleRowActions } from './useRowActions.tsx'

const ExpandedLines = lazy(async () => ({ default: (await import('./ExpandedLines.tsx')).ExpandedSaleLines }))

const columns: Column<Summary>[] = [
  'InvoiceNo',
  {
    field: 'TransactionType',
    render: (row) => <TransactionKindCell row={row} />,
    file: { fields: ['TransactionType', 'CancelState', 'ApprovalStatus', 'LinesToCheck'] },
  },
  'PerformedAt',
  {
    field: 'OutletCode',
    render: (row) => <OutletAndSourceCell row={row} />,
    file: { fields: ['OutletCode', 'Source'] },
  },
  { field: 'NetMoved', title: 'sales:fields.NetAmount' },
  {
    field: 'PointsMoved',
    title: 'sales:fields.Points',
    render: (row) => <PointsText points={row.PointsMoved} sign="signed" />,
  },
]

/** Tab of the member page with all sales and returns of the member. */
export function MemberSalesTab({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { actionsOf, dialogs } = useSaleRowActions()
  return (
    <>
      <ResourceTable
        area="sales"
        list={listTransactions}
        name="sales"
        label={t('sales:counter.tab')}
        rowKey="TransactionId"
        columns={columns}
        input={{ Search: { MembershipNo } }}
        rowLink={salePath}
        expand={(row) => (
          <Suspense fallback={<LoadingState rows={2} />}>
            <ExpandedLines row={row} />
          </Suspense>
        )}
        actions={actionsOf}
        empty={{ title: t('sales:list.empty'), hint: t('sales:list.emptyHint') }}
      />
      {dialogs}
    </>
  )
}
