import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { shortenPersonName } from '#kit/contract/person.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, TwoLineText } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { saleFieldNames } from '../contract/sale-fields.ts'
import { listTransactions, SaleSource, type Summary, TransactionType } from '../contract.ts'
import { saleAddPath, salePath } from '../paths.ts'
import { OutletAndSourceCell, TransactionKindCell, TransactionTagsOnPhone } from './list/cells.tsx'
import { useSaleRowActions } from './list/useRowActions.tsx'
import './sales.css'

const ExpandedLines = lazy(async () => ({ default: (await import('./list/ExpandedLines.tsx')).ExpandedSaleLines }))

const columns: Column<Summary>[] = [
  {
    field: 'InvoiceNo',
    phone: (row) => (
      <>
        {row.InvoiceNo} <TransactionTagsOnPhone row={row} />
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
  const { actionsOf, dialogs } = useSaleRowActions()
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
      <TwoLineText second={row.MembershipNo}>
        <Name row={row} />
      </TwoLineText>
    </div>
  )
}

function Name({ row: { MembershipNo, CustomerName } }: { row: Summary }) {
  const t = useT()
  if (!MembershipNo) return <Muted>{t('customers:member.walkIn')}</Muted>
  return <bdi>{shortenPersonName(CustomerName ?? '')}</bdi>
}
