import { Tag } from 'antd'
import { useState } from 'react'
import { formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  confirmSale,
  listSaleHeadChecks,
  SaleCheckReason,
  SaleCheckStatus,
  type SaleHeadCheck,
} from '../../contract.ts'
import { salePath } from '../../paths.ts'
import { AssignSaleDialog } from '../assign/AssignDialog.tsx'
import { TransactionTypeTag } from '../TransactionTags.tsx'
import { CheckedMemberCell, SaleDayCell } from './cells.tsx'
import { CONFIRM_REASON_LENGTH_MAX } from './settling.ts'

/** Lists till documents with a corrected time or an unknown membership number; at first only waiting ones. */
export function SalesToCheckList() {
  const t = useT()
  const labels = useLabels('sales')
  const [assigned, setAssigned] = useState<SaleHeadCheck>()
  const [isAssigning, setAssigning] = useState(false)
  const confirm = useCall(confirmSale, { done: 'sales:check.sale.confirmed', failed: 'sales:check.sale.confirmFailed' })
  const actions = (row: SaleHeadCheck) => {
    const { TransactionId, Reason, InvoiceNo, MembershipNo } = row
    const effect = Reason === 'Clock' ? 'sales:check.sale.clockEffect' : 'sales:check.sale.memberEffect'
    return [
      Reason === 'Member' &&
        MembershipNo === null && {
          label: t('sales:assign.open'),
          run: () => {
            setAssigned(row)
            setAssigning(true)
          },
        },
      row.Status === 'Waiting' && {
        label: t('sales:check.sale.confirm'),
        confirm: {
          title: t('sales:check.sale.confirmTitle', { number: InvoiceNo }),
          body: t(effect, { time: formatShortInstant(row.PerformedAt) }),
          ok: t('sales:check.sale.confirm'),
          reason: { label: labels.field('Remark'), maxLength: CONFIRM_REASON_LENGTH_MAX, required: true },
        },
        run: (Remark: string) => confirm.mutateAsync({ TransactionId, Reason, Remark }),
      },
    ]
  }
  return (
    <>
      <ResourceTable
        area="sales"
        list={listSaleHeadChecks}
        label={t('sales:screens.check')}
        opens={{ Status: 'Waiting' }}
        rowKey="CheckId"
        rowName={({ InvoiceNo, Reason }) =>
          t('sales:check.sale.name', { number: InvoiceNo, reason: labels.value('Reason', Reason) })
        }
        columns={columns}
        optional={[
          'SentMembershipNo',
          'SentPerformedAt',
          'NumberExistsYN',
          'NetAmount',
          'Remark',
          'DecidedBy',
          'DecidedAt',
        ]}
        rowLink={(row) => salePath(row)}
        search={{
          InvoiceNo: 'capitals',
          SentMembershipNo: 'capitals',
          OutletCode: 'outlet',
          Reason: SaleCheckReason.options,
          Status: SaleCheckStatus.options,
          DateFrom: { until: 'DateTo', label: 'sales:fields.BusinessDate' },
        }}
        actions={actions}
        empty={({ Status: _status, ...others }) =>
          Object.keys(others).length > 0
            ? undefined
            : { title: t('sales:check.sale.empty'), hint: t('sales:check.sale.emptyHint') }
        }
      />
      {assigned && (
        <AssignSaleDialog
          sale={assigned}
          number={assigned.NumberExistsYN === 'Y' ? (assigned.SentMembershipNo ?? undefined) : undefined}
          open={isAssigning}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  )
}

const columns: Column<SaleHeadCheck>[] = [
  {
    field: 'InvoiceNo',
    render: ({ InvoiceNo, TransactionType }) => (
      <TwoLineText second={<TransactionTypeTag type={TransactionType} />}>{InvoiceNo}</TwoLineText>
    ),
    file: { fields: ['InvoiceNo', 'TransactionType'] },
  },
  {
    field: 'PerformedAt',
    title: 'sales:fields.BusinessDate',
    render: (row) => <SaleDayCell row={row} />,
    file: { fields: ['PerformedAt', 'OutletCode'] },
  },
  {
    field: 'Reason',
    title: 'sales:check.fromTill',
    render: (row) => <SentByTill row={row} />,
    file: { fields: ['Reason', 'SentMembershipNo', 'SentPerformedAt'] },
  },
  'TotalAmount',
  {
    field: 'Status',
    render: (row) => <Outcome row={row} />,
    file: { fields: ['Status', 'DecidedBy', 'DecidedAt'] },
  },
  {
    field: 'CustomerName',
    title: 'sales:fields.Member',
    render: (row) => <CheckedMemberCell row={row} />,
    file: { fields: ['CustomerName', 'MembershipNo'] },
  },
]

/** Shows the reason of a check with the time or number that the till sent. */
function SentByTill({
  row: { Reason, Status, SentPerformedAt, SentMembershipNo, NumberExistsYN },
}: {
  row: SaleHeadCheck
}) {
  const t = useT()
  const labels = useLabels('sales')
  return (
    <Stack gap="xs" className="carat-narrow">
      <div>
        <Tag color={Status === 'Waiting' ? 'warning' : 'default'} style={{ margin: 0 }}>
          {labels.value('Reason', Reason)}
        </Tag>
      </div>
      <Muted as="div">
        {Reason === 'Clock'
          ? t('sales:check.sale.clock', { time: formatShortInstant(SentPerformedAt) })
          : t('sales:check.sale.number', { number: SentMembershipNo ?? '' })}
      </Muted>
      {Status === 'Waiting' && NumberExistsYN === 'Y' && <Muted as="div">{t('sales:check.sale.exists')}</Muted>}
    </Stack>
  )
}

/** Shows the status of a check, and for a closed check its user and time. */
function Outcome({ row: { Status, DecidedBy, DecidedAt } }: { row: SaleHeadCheck }) {
  if (Status === 'Waiting') return <StatusTag area="sales" status={Status} />
  return (
    <>
      <StatusTag area="sales" status={Status} tone="success" />
      <Muted as="div">
        <bdi>{DecidedBy}</bdi>, {formatShortInstant(DecidedAt)}
      </Muted>
    </>
  )
}
