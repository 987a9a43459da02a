import { Alert } from 'antd'
import { InboxIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { listSettings } from '#areas/setup/contract/settings.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { BulkAction } from '#kit/web/table/bulk.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { archiveMember, type InactiveMember, listInactiveMembers, reactivateMember } from '../../contract/archive.ts'

const columns: Column<InactiveMember>[] = [
  { field: 'FullName', second: 'MembershipNo' },
  { field: 'RegisteredOutletCode', title: 'data-quality:fields.Outlet' },
  { field: 'LastPurchaseDate', as: 'date' },
  { field: 'InactiveMonths', as: 'number' },
  'PointBalance',
]
const optional: Column<InactiveMember>[] = [
  { field: 'JoinDate', as: 'date' },
  'CardCategoryCode',
  'Status',
  'MemberType',
  { field: 'LastContactDate', as: 'date' },
  'PointsOwed',
]

const MONTH_CHOICES = [12, 24, 36, 48, 60, 84, 120]

/** The list of members who may be archived, with an explanation of the rule. */
export function InactiveList({ chooser }: { chooser: ReactNode }) {
  const t = useT()
  const [searchParams] = useSearchParams()
  const withPoints = searchParams.get('WithPointsYN') === 'Y'
  const months = useArchiveMonths()
  const archive = useCall(archiveMember, {
    done: ({ FullName }) => t('data-quality:archive.archived', { name: FullName }),
    failed: 'customers:archive.failed',
    undo: ({ CustomerId }) => call(reactivateMember, { CustomerId }, { idempotencyKey: crypto.randomUUID() }),
  })
  const input = ({ CustomerId, Version, PointBalance, PointsOwed }: InactiveMember, Remark: string) => ({
    CustomerId,
    Version,
    WithPointsYN: PointBalance !== 0 || PointsOwed !== 0 ? ('Y' as const) : ('N' as const),
    ...(Remark && { Remark }),
  })
  const reason = { label: t('data-quality:fields.Remark'), maxLength: 300 }
  const bulk: BulkAction<InactiveMember>[] = [
    {
      label: t('customers:archive.archive'),
      icon: <InboxIcon aria-hidden />,
      effect: t(withPoints ? 'data-quality:archive.effectWithPoints' : 'data-quality:archive.effect'),
      reason,
      each: (row, Remark) => call(archiveMember, input(row, Remark), { idempotencyKey: crypto.randomUUID() }),
      undo: ({ CustomerId }) => call(reactivateMember, { CustomerId }, { idempotencyKey: crypto.randomUUID() }),
    },
  ]

  return (
    <>
      <p className="carat-space-after">{months !== undefined && t('data-quality:archive.rule', { count: months })}</p>
      {withPoints && (
        <Alert
          className="carat-space-after"
          type="warning"
          showIcon
          title={t('data-quality:archive.effectWithPoints')}
        />
      )}
      <ResourceTable
        area="data-quality"
        list={listInactiveMembers}
        label={t('data-quality:archive.shows.inactive')}
        rowKey="CustomerId"
        columns={columns}
        optional={optional}
        rowLink={customerPath}
        search={{
          Q: { kind: 'text', label: 'kit:search.person' },
          Months: {
            choices: MONTH_CHOICES.filter((choice) => choice > (months ?? 0)).map((choice) => ({
              value: `${choice}`,
              label: t('data-quality:archive.longer', { count: choice }),
            })),
          },
          WithPointsYN: 'yes-no',
          MemberType: ['Premium Member', 'Non-Premium Member'],
          RegisteredOutletCode: 'outlet',
        }}
        toolbar={chooser}
        bulk={bulk}
        actions={(row) => [
          { label: t('kit:verbs.view'), to: customerPath({ CustomerId: row.CustomerId }) },
          {
            label: t('customers:archive.archive'),
            confirm: {
              title: t('customers:archive.question', { name: row.FullName }),
              body: t(
                row.PointBalance !== 0 || row.PointsOwed !== 0
                  ? 'data-quality:archive.effectWithPoints'
                  : 'data-quality:archive.effect',
              ),
              reason,
            },
            run: (Remark) => archive.mutateAsync(input(row, Remark)),
          },
        ]}
        empty={(filters) =>
          Object.keys(filters).length > 0
            ? undefined
            : { title: t('data-quality:archive.none'), hint: t('data-quality:archive.noneHint') }
        }
      />
    </>
  )
}

/** Returns the number of months in the setting archive.months; undefined while the setting is loading. */
function useArchiveMonths() {
  const { data } = useRead(listSettings, { Search: { Name: 'archive.months' } }, { staleTime: 60_000 })
  const value = data?.rows.find(({ Name }) => Name === 'archive.months')?.Value
  return typeof value === 'number' ? value : undefined
}
