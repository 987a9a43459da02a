import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deleteStructure, listPointStructures, PeriodStatus, restoreStructure, type Structure } from '../../contract.ts'
import { structurePath } from '../../paths.ts'
import { useRuleListProps } from './rule-rows.ts'

const running = ({ Details }: Structure) => Details.find((detail) => detail.Status === 'Active')

/** Page that lists point structures. */
export function StructuresPage() {
  const t = useT()
  const remove = useCall(deleteStructure, {
    done: 'points:structure.deleted',
    failed: 'points:structure.deleteFailed',
    undo: ({ StructureId }) => call(restoreStructure, { StructureId }),
  })
  const rows = useRuleListProps<Structure>({
    kind: 'structure',
    label: 'points:screens.structures',
    pathOf: ({ StructureId }) => structurePath({ StructureId }),
    nameOf: ({ Name }) => Name,
    remove: ({ StructureId }) => remove.mutateAsync({ StructureId }),
  })
  const columns: Column<Structure>[] = [
    'Code',
    'Name',
    {
      field: 'Details',
      title: 'points:fields.Multiplier',
      render: (plan) => running(plan) && `${running(plan)!.Multiplier} ×`,
    },
    { field: 'CardCategoryCode', render: (plan) => plan.CardCategoryCode ?? t('points:rules.allCategories') },
    {
      field: 'ValidityMonths',
      render: (plan) => plan.ValidityMonths ?? t('memberships:balance.never'),
      wideOnly: true,
    },
    { field: 'MinimumSpend', wideOnly: true },
    'Status',
  ]
  return (
    <ResourceTable
      {...rows}
      list={listPointStructures}
      rowKey="StructureId"
      columns={columns}
      search={{ Code: 'capitals', Name: 'text', Status: PeriodStatus.options }}
    />
  )
}
