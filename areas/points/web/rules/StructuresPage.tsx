import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deleteStructure, listStructures, PeriodStatus, restoreStructure, type Structure } from '../../contract.ts'
import { structurePath } from '../../paths.ts'

const running = ({ Details }: Structure) => Details.find((detail) => detail.Status === 'Active')

/** The list of point structures. */
export function StructuresPage() {
  const t = useT()
  const remove = useCall(deleteStructure, {
    done: 'points:structure.deleted',
    failed: 'points:structure.deleteFailed',
    undo: ({ StructureId }) => call(restoreStructure, { StructureId }),
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
      area="points"
      list={listStructures}
      label={t('points:screens.structures')}
      rowKey="StructureId"
      columns={columns}
      rowLink={(plan) => (plan.Status === 'Deleted' ? undefined : structurePath({ StructureId: plan.StructureId }))}
      rowName={(plan) => plan.Name}
      search={{ Code: 'capitals', Name: 'text', Status: PeriodStatus.options }}
      actions={(plan) => [
        { label: t('kit:verbs.edit'), to: structurePath({ StructureId: plan.StructureId }) },
        { label: t('points:screens.simulate'), to: `${structurePath({ StructureId: plan.StructureId })}/simulate` },
        {
          label: t('kit:verbs.delete'),
          danger: true,
          confirm: t('points:structure.deleteQuestion', { name: plan.Name }),
          run: () => remove.mutateAsync({ StructureId: plan.StructureId }),
        },
      ]}
      empty={{ title: t('points:structure.empty'), hint: t('points:structure.emptyHint') }}
    />
  )
}
