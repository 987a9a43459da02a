import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { type CheckedLine, CheckReason, CheckStatus, listSalesToCheck } from '../../contract.ts'
import { salePath, salesToCheckPath } from '../../paths.ts'
import {
  CheckedInvoiceCell,
  CheckedMemberCell,
  CheckReasonsCell,
  SaleDayCell,
  SentGoodsCell,
  SettlementCell,
} from './cells.tsx'

/** Lists all lines with issues, and the outcome of each check. */
export function LinesToCheckQueue() {
  const t = useT()
  const saleOf = ({ InvoiceNo }: CheckedLine) => salePath({ TransactionType: 'N', InvoiceNo })
  return (
    <ResourceTable
      area="sales"
      list={listSalesToCheck}
      label={t('sales:screens.check')}
      rowKey="CheckId"
      rowName={({ InvoiceNo, SequenceNo }) => `${InvoiceNo}, ${t('sales:check.line', { line: SequenceNo })}`}
      columns={useColumns()}
      optional={['ItemCode', 'Quantity', 'UnitPrice', 'Discount', 'PointsEarned', 'Remark']}
      rowLink={(row) => (row.Status === 'Waiting' ? salesToCheckPath({ id: row.CheckId }) : saleOf(row))}
      search={{
        InvoiceNo: 'capitals',
        OutletCode: 'outlet',
        Status: CheckStatus.options,
        Reason: CheckReason.options,
        Brand: { kind: 'text', label: 'sales:fields.SentBrand' },
        ProductGroup: { kind: 'capitals', label: 'sales:fields.SentProductGroup' },
        DateFrom: { until: 'DateTo', label: 'sales:fields.BusinessDate' },
      }}
      actions={(row) => [{ label: t('sales:check.openSale'), to: saleOf(row) }]}
      empty={(filters) =>
        Object.keys(filters).length > 0 ? undefined : { title: t('sales:check.none'), hint: t('sales:check.emptyHint') }
      }
    />
  )
}

function useColumns(): Column<CheckedLine>[] {
  const labels = useLabels('sales')
  return [
    {
      field: 'InvoiceNo',
      render: (row) => <CheckedInvoiceCell row={row} />,
      file: { fields: ['InvoiceNo', 'SequenceNo'] },
    },
    {
      field: 'PerformedAt',
      title: 'sales:fields.BusinessDate',
      render: (row) => <SaleDayCell row={row} />,
      file: { fields: ['PerformedAt', 'OutletCode'] },
    },
    {
      field: 'Reasons',
      render: (row) => <CheckReasonsCell row={row} />,
      file: {
        words: async () =>
          Object.fromEntries(CheckReason.options.map((reason) => [reason, labels.value('Reasons', reason)])),
      },
    },
    {
      field: 'SentBrand',
      title: 'sales:check.fromTill',
      render: (row) => <SentGoodsCell row={row} />,
      file: { fields: ['Description', 'SentBrand', 'SentProductGroup', 'Brand', 'ProductGroup'] },
    },
    {
      field: 'NetAmount',
      file: { fields: ['NetAmount', 'ExpectedAmount', 'LinesAmount', 'TotalAmount'] },
    },
    {
      field: 'Status',
      render: (row) => <SettlementCell row={row} />,
      file: { fields: ['Status', 'DecidedBy', 'DecidedAt'] },
    },
    {
      field: 'CustomerName',
      title: 'sales:fields.Member',
      render: (row) => <CheckedMemberCell row={row} />,
      file: { fields: ['CustomerName', 'MembershipNo'] },
    },
  ]
}
