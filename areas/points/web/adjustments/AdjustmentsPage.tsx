import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { t as text, useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRecordDialog } from '#kit/web/useRecordDialog.ts'
import { type Adjustment, AdjustmentType, deleteAdjustment, listAdjustments } from '../../contract.ts'

const AdjustmentDialogs = lazy(async () => ({ default: (await import('./AdjustmentDialogs.tsx')).AdjustmentDialogs }))

const columns: Column<Adjustment>[] = [
  {
    field: 'FullName',
    second: 'MembershipNo',
  },
  'BusinessDate',
  { field: 'Points', render: (row) => <PointsText points={row.Points} sign="signed" /> },
  'ReasonCode',
  'InvoiceNo',
  'StaffName',
  'Status',
]

/** The page of manual point adjustments. Adjustments above the user's limit are listed as pending approval. */
export function AdjustmentsPage() {
  const t = useT()
  const { may } = useSession()
  const dialog = useRecordDialog(listAdjustments, 'EntryKey')
  useRegisterAddAction(dialog.add)
  const removal = useCall(deleteAdjustment, {
    done: ({ PendingYN }) => text(PendingYN === 'Y' ? 'points:adjustment.deleteWaits' : 'points:adjustment.deleted'),
    failed: 'points:adjustment.deleteFailed',
  })
  return (
    <>
      <ResourceTable
        area="points"
        list={listAdjustments}
        label={t('points:screens.adjustments')}
        rowKey="EntryKey"
        columns={columns}
        optional={[
          'SequenceNo',
          'MembershipNo',
          'OutletCode',
          'TransactionType',
          'ExpiryDate',
          'Remark',
          'PointUtilized',
          'PointReversed',
          'PointExpired',
          'CreatedAt',
        ]}
        rowName={(row) => `${formatPersonName(row.FullName)} · ${formatPoints(row.Points)}`}
        search={{
          MembershipNo: 'capitals',
          InvoiceNo: 'capitals',
          TransactionType: AdjustmentType.options,
          ReasonCode: { list: 'AdjustmentReason' },
          Status: ['Active', 'Pending approval', 'Deleted'],
          OutletCode: 'outlet',
          TransactionStartDate: { until: 'TransactionEndDate' },
        }}
        actions={(row) => {
          const { HistoryId, ApprovalId, Status } = row
          if (HistoryId === null) return [{ label: t('points:adjustment.open'), to: approvalsPath({ id: ApprovalId }) }]
          const used = row.TransactionType === 'Adjust In' ? row.PointUtilized + row.PointExpired : 0
          return [
            may('Adjust Points') && { label: t('points:adjustment.edit'), run: () => dialog.edit(row) },
            may('Adjust Points') && {
              label: t('kit:verbs.delete'),
              danger: true,
              disabled:
                Status !== 'Active'
                  ? t('points:refusals.adjustment_deleted')
                  : used > 0 && t('points:refusals.adjustment_used', { Points: formatPoints(used) }),
              confirm: {
                title: t('points:adjustment.deleteQuestion', {
                  points: formatPoints(row.Points),
                  name: row.FullName,
                }),
                body: t('points:adjustment.deleteEffect'),
                reason: { label: t('points:fields.Remark'), maxLength: 300 },
              },
              run: (Remark: string) => removal.mutateAsync({ HistoryId, Remark }),
            },
          ]
        }}
        empty={(filters) =>
          Object.keys(filters).length > 0
            ? undefined
            : {
                title: t('points:adjustment.empty'),
                hint: t('points:adjustment.emptyHint'),
                action: (
                  <Button type="primary" onClick={dialog.add}>
                    {t('points:screens.adjustmentAdd')}
                  </Button>
                ),
              }
        }
      />
      <Suspense fallback={null}>
        <AdjustmentDialogs adding={dialog.adding} editing={dialog.editing} onClose={dialog.close} />
      </Suspense>
    </>
  )
}
