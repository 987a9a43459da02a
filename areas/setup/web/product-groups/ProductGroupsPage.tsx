import { SetupStatus } from '#kit/contract/record.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPage } from '#kit/web/RecordPage.tsx'
import { productGroups } from '../../contract/product-groups.ts'

const fields = [
  'ProductName',
  { name: 'ProductType', choices: { list: 'ProductType' }, choicesFailed: 'setup:productGroup.typesFailed' },
  { name: 'EarnPointsYN', help: 'setup:productGroup.earnHelp' },
  'Status',
] as const

/** Lists the product groups and shows whether their goods earn points. */
export function ProductGroupsPage() {
  const t = useT()
  return (
    <RecordPage
      area="setup"
      record={productGroups}
      words="setup:productGroup"
      heading="setup:screens.productGroups"
      adding="setup:screens.productGroupAdd"
      named="ProductName"
      columns={['ProductCode', 'ProductName', 'ProductType', 'EarnPointsYN', 'Status']}
      optional={['CreatedAt', 'UpdatedAt']}
      search={{
        ProductCode: 'capitals',
        ProductName: 'text',
        ProductType: { list: 'ProductType' },
        Status: SetupStatus.options,
      }}
      fields={[{ name: 'ProductCode', example: 'DIA_RING' }, ...fields]}
      changes={[{ name: 'ProductCode', locked: t('setup:productGroup.codeStays') }, ...fields]}
    />
  )
}
