import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { shortName } from '#kit/contract/person.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, TwoLines } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { saleFieldNames } from '../contract/sale-fields.ts'
import { listTransactions, SaleSource, type Summary, TransactionType } from '../contract.ts'
import { saleAddPath, salePath } from '../paths.ts'
import { KindOnPhone, Till, TransactionKindCell } from './list/cells.tsx'
import { useRowActions } from './list/useRowActions.tsx'
import './sales.css'

const ExpandedLines = lazy(async () => ({ default: (await import('./list/ExpandedLines.tsx')).ExpandedLines }))

const columns: Column<Summary>[] = [
  {
    field: 'InvoiceNo',
    phone: (row) => (
      <>
        {row.InvoiceNo} <KindOnPhone row={row} />
      </>
    ),
  },
  {
    field: 'TransactionType',
    render: (row) => <TransactionKindCell row={row} />,
    phone: null,
    file: { fields: ['TransactionType', 'CancelState', 'ApprovalStatus', 'LinesToCheck'] },
  },
  'PerformedAt',
  {
    field: 'CustomerName',
    title: 'sales:fields.Member',
    render: (row) => <Member row={row} />,
    phone: (row) => <Name row={row} />,
    file: { fields: ['CustomerName', 'MembershipNo'] },
  },
  { field: 'OutletCode', render: (row) => <Till row={row} />, file: { fields: ['OutletCode', 'Source'] } },
  { field: 'NetMoved', title: 'sales:fields.NetAmount' },
  {
    field: 'PointsMoved',
    title: 'sales:fields.Points',
    render: (row) => <PointsText points={row.PointsMoved} sign="signed" />,
  },
]

const optional: Column<Summary>[] = [
  'MembershipNo',
  'SalesOrder',
  'OriginalInvoiceNo',
  ...saleFieldNames,
  'TotalAmount',
  'Discount',
  'Tax',
  'TradeIn',
  'VoucherAmount',
  'ReversedPoints',
  'Remarks',
]

/** Page that lists posted sales and cancellations of all tills, files and manual entries. */
export function TransactionsPage() {
  const t = useT()
  const { actionsOf, dialogs } = useRowActions()
  return (
    <>
      <ResourceTable
        area="sales"
        list={listTransactions}
        label={t('sales:screens.list')}
        rowKey="TransactionId"
        columns={columns}
        optional={optional}
        rowLink={salePath}
        expand={(row) => (
          <Suspense fallback={<LoadingState rows={2} />}>
            <ExpandedLines row={row} />
          </Suspense>
        )}
        actions={actionsOf}
        search={{
          InvoiceNo: 'capitals',
          MembershipNo: 'capitals',
          OutletCode: 'outlet',
          TransactionType: TransactionType.options,
          DateFrom: { until: 'DateTo', label: 'sales:fields.PerformedAt' },
          Source: SaleSource.options,
          WalkInYN: 'yes-no',
          CancelledYN: 'yes-no',
          SalesPersonCode: 'capitals',
          ProductGroup: 'capitals',
          AmountFrom: 'text',
          AmountTo: 'text',
        }}
        empty={{
          title: t('sales:list.empty'),
          hint: t('sales:list.emptyHint'),
          action: <Link to={saleAddPath()}>{t('sales:screens.record')}</Link>,
        }}
      />
      {dialogs}
    </>
  )
}

function Member({ row }: { row: Summary }) {
  if (!row.MembershipNo) return <Name row={row} />
  return (
    <div className="carat-narrow">
      <TwoLines second={row.MembershipNo}>
        <Name row={row} />
      </TwoLines>
    </div>
  )
}

function Name({ row: { MembershipNo, CustomerName } }: { row: Summary }) {
  const t = useT()
  if (!MembershipNo) return <Muted>{t('customers:member.walkIn')}</Muted>
  return <bdi>{shortName(CustomerName ?? '')}</bdi>
}
