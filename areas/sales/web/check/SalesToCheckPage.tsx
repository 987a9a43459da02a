import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { type CheckedLine, CheckReason, listSalesToCheck } from '../../contract.ts'
import { salePath } from '../../paths.ts'
import '../sales.css'
import { lazy, Suspense, useCallback, useState } from 'react'
import { GoodsSent, LineOf, MemberOf, Reasons, Settled, SoldOn } from './cells.tsx'
import { type Act, actsOf, type Settling } from './settling.ts'

const shows = ['waiting', 'all'] as const

/** What tills sent and the company does not know, each line with what settles it. */
export function SalesToCheckPage() {
  const t = useT()
  const { begin, dialogs } = useSettling()
  const [address, setAddress] = useSearchParams()
  const show = address.get('show') === 'all' ? 'all' : 'waiting'

  const set = (value: (typeof shows)[number]) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('page')
        if (value === 'waiting') next.delete('show')
        else next.set('show', value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )

  const columns = useColumns(begin)
  const label = { Map: t('sales:check.map'), Confirm: t('sales:check.confirm') } satisfies Record<Act, string>

  return (
    <>
      <ResourceTable
        key={show}
        area="sales"
        list={listSalesToCheck}
        label={t('sales:screens.check')}
        rowKey="LineKey"
        rowName={({ InvoiceNo, SequenceNo }) => `${InvoiceNo}, ${t('sales:check.line', { line: SequenceNo })}`}
        columns={columns}
        optional={['ItemCode', 'Quantity', 'UnitPrice', 'Discount', 'PointsEarned', 'Remark']}
        rowLink={({ InvoiceNo }) => salePath({ TransactionType: 'N', InvoiceNo })}
        input={show === 'waiting' ? { Search: { Status: 'Waiting' } } : {}}
        toolbar={
          <Segmented
            aria-label={t('sales:check.show')}
            value={show}
            onChange={set}
            options={shows.map((value) => ({ value, label: t(`sales:check.shows.${value}`) }))}
          />
        }
        search={{
          InvoiceNo: 'capitals',
          OutletCode: 'outlet',
          Reason: CheckReason.options,
          Brand: { kind: 'text', label: 'sales:fields.SentBrand' },
          ProductGroup: { kind: 'capitals', label: 'sales:fields.SentProductGroup' },
          DateFrom: { until: 'DateTo', label: 'sales:fields.BusinessDate' },
        }}
        actions={(row) => [
          ...actsOf(row).map((act) => ({ label: label[act], run: () => begin(act, row) })),
          { label: t('sales:check.openSale'), to: salePath({ TransactionType: 'N', InvoiceNo: row.InvoiceNo }) },
        ]}
        empty={(filters) =>
          Object.keys(filters).length > 0
            ? undefined
            : {
                title: t(show === 'waiting' ? 'sales:check.empty' : 'sales:check.none'),
                hint: t('sales:check.emptyHint'),
              }
        }
      />
      {dialogs}
    </>
  )
}

function useColumns(begin: (act: Act, row: CheckedLine) => void): Column<CheckedLine>[] {
  const labels = useLabels('sales')
  return [
    {
      field: 'InvoiceNo',
      render: (row) => <LineOf row={row} />,
      file: { fields: ['InvoiceNo', 'SequenceNo'] },
    },
    {
      field: 'PerformedAt',
      title: 'sales:fields.BusinessDate',
      render: (row) => <SoldOn row={row} />,
      file: { fields: ['PerformedAt', 'OutletCode'] },
    },
    {
      field: 'Reasons',
      render: (row) => <Reasons row={row} />,
      file: {
        words: async () =>
          Object.fromEntries(CheckReason.options.map((reason) => [reason, labels.value('Reasons', reason)])),
      },
    },
    {
      field: 'SentBrand',
      title: 'sales:check.tillSaid',
      render: (row) => <GoodsSent row={row} />,
      file: { fields: ['Description', 'SentBrand', 'SentProductGroup', 'Brand', 'ProductGroup'] },
    },
    {
      field: 'NetAmount',
      file: { fields: ['NetAmount', 'ExpectedAmount', 'LinesAmount', 'TotalAmount'] },
    },
    {
      field: 'Status',
      render: (row) => <Settled row={row} onAct={(act) => begin(act, row)} />,
      file: { fields: ['Status', 'DecidedBy', 'DecidedAt'] },
    },
    {
      field: 'CustomerName',
      title: 'sales:fields.Member',
      render: (row) => <MemberOf row={row} />,
      file: { fields: ['CustomerName', 'MembershipNo'] },
    },
  ]
}

const SettleDialogs = lazy(async () => ({ default: (await import('./SettleDialogs.tsx')).SettleDialogs }))

/** Begins to settle a line; the dialogs stay while they close. */
function useSettling() {
  const [settling, setSettling] = useState<Settling>()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const begin = (act: Act, row: CheckedLine) => {
    setSettling({ act, row })
    setOpen(true)
  }
  const dialogs = settling && (
    <Suspense fallback={null}>
      <SettleDialogs settling={settling} open={open} onClose={close} />
    </Suspense>
  )
  return { begin, dialogs }
}
