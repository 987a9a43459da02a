import { customerPath } from '#areas/customers/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listMerges, type Merge, MergeStatus } from '../contract.ts'
import { mergePath } from '../paths.ts'

const columns: Column<Merge>[] = [
  { field: 'MergedName', second: 'MergedMembershipNo' },
  { field: 'SurvivorName', second: 'SurvivorMembershipNo' },
  'Status',
  'MergedAt',
]
const optional: Column<Merge>[] = [
  'RequestedBy',
  'MergedBy',
  'Reason',
  'OutletCode',
  'UnmergedBy',
  'UnmergedAt',
  'UnmergeReason',
]

/** The list of merges. */
export function MergesPage() {
  const t = useT()
  return (
    <ResourceTable
      area="merges"
      list={listMerges}
      label={t('merges:screens.list')}
      rowKey="MergeId"
      columns={columns}
      optional={optional}
      rowLink={(row) => mergePath({ MergeId: row.MergeId })}
      search={{ MembershipNo: 'capitals', Status: MergeStatus.options, MergedBy: 'text' }}
      actions={(row) => [
        { label: t('kit:verbs.open'), to: mergePath({ MergeId: row.MergeId }) },
        { label: t('merges:survivor'), to: customerPath({ CustomerId: row.SurvivorCustomerId }) },
      ]}
      empty={() => ({ title: t('merges:none'), hint: t('merges:noneHint') })}
    />
  )
}
