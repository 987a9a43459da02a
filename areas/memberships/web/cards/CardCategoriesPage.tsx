import { cardCategoryRecord } from '#areas/tiers/contract/card-categories.ts'
import { SetupRecordStatus } from '#kit/contract/record.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { useT } from '#kit/web/i18n.ts'
import { RecordList } from '#kit/web/RecordPage.tsx'
import { cardCategoryPath } from '../../paths.ts'

/** Lists the card categories by group, the lowest first. */
export function CardCategoriesPage() {
  const t = useT()
  return (
    <RecordList
      area="memberships"
      record={cardCategoryRecord}
      words="memberships:cardCategory"
      heading="memberships:screens.cardCategories"
      named="Name"
      columns={[
        { field: 'Name', render: (category) => <ColourTag name={category.Name} color={category.Color} /> },
        'Code',
        'CardGroupName',
        'LevelSequence',
        { field: 'Color', render: (category) => <code>{category.Color}</code>, wideOnly: true },
        { field: 'Description', wideOnly: true },
        'Status',
      ]}
      rowLink={(category) =>
        category.Status === 'Deleted' ? undefined : cardCategoryPath({ CardCategoryId: category.CardCategoryId })
      }
      search={{ Code: 'capitals', Name: 'text', Status: SetupRecordStatus.options }}
      actions={(category) => [
        { label: t('kit:verbs.edit'), to: cardCategoryPath({ CardCategoryId: category.CardCategoryId }) },
      ]}
    />
  )
}
