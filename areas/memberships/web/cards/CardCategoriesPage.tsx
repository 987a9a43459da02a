import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  type CardCategory,
  deleteCardCategory,
  listCardCategories,
  restoreCardCategory,
  updateCardCategory,
} from '../../contract/card-categories.ts'
import { SetupRecordStatus } from '../../contract/card-groups.ts'
import { Tier } from '../Tier.tsx'
import { useSetupBulk } from '../useBulk.tsx'

const columns: Column<CardCategory>[] = [
  { field: 'Name', render: (category) => <Tier name={category.Name} color={category.Color} /> },
  'Code',
  'CardGroupName',
  'LevelSequence',
  { field: 'Color', render: (category) => <code>{category.Color}</code>, wideOnly: true },
  { field: 'Description', wideOnly: true },
  'Status',
]

export const categoryLink = (CardCategoryId: number) => `/setup/card-category/${CardCategoryId}`

/** The tiers of the card groups, the lowest first. */
export function CardCategoriesPage() {
  const t = useT()
  const remove = useCall(deleteCardCategory, {
    done: 'memberships:cardCategory.deleted',
    failed: 'memberships:cardCategory.deleteFailed',
    refetch: [listCardCategories],
    undo: ({ CardCategoryId }) => call(restoreCardCategory, { CardCategoryId }),
  })
  const bulk = useSetupBulk<CardCategory>({
    update: ({ CardCategoryId }, Version, Status) => call(updateCardCategory, { CardCategoryId, Version, Status }),
    remove: ({ CardCategoryId }) => call(deleteCardCategory, { CardCategoryId }),
    restore: ({ CardCategoryId }) => call(restoreCardCategory, { CardCategoryId }),
  })
  return (
    <ResourceTable
      area="memberships"
      list={listCardCategories}
      label={t('memberships:screens.cardCategories')}
      rowKey="CardCategoryId"
      columns={columns}
      bulk={bulk}
      rowLink={(category) => (category.Status === 'Deleted' ? undefined : categoryLink(category.CardCategoryId))}
      rowName={(category) => category.Name}
      search={{ Code: 'capitals', Name: 'text', Status: SetupRecordStatus.options }}
      actions={(category) => [
        { label: t('memberships:actions.edit'), to: categoryLink(category.CardCategoryId) },
        {
          label: t('memberships:actions.delete'),
          danger: true,
          confirm: t('memberships:cardCategory.deleteQuestion', { name: category.Name }),
          run: () => remove.mutateAsync({ CardCategoryId: category.CardCategoryId }),
        },
      ]}
      empty={{ title: t('memberships:cardCategory.empty'), hint: t('memberships:cardCategory.emptyHint') }}
    />
  )
}
