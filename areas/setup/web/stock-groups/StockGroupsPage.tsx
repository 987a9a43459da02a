import { SetupStatus } from '#kit/contract/record.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPage } from '#kit/web/RecordPage.tsx'
import { stockGroups } from '../../contract/stock-groups.ts'

/** Page of the ERP's stock groups. */
export function StockGroupsPage() {
  const t = useT()
  return (
    <RecordPage
      area="setup"
      record={stockGroups}
      words="setup:stockGroup"
      heading="setup:screens.stockGroups"
      adding="setup:screens.stockGroupAdd"
      named="Name"
      columns={['Code', 'Name', 'Status']}
      optional={['CreatedAt', 'UpdatedAt']}
      search={{ Code: 'capitals', Name: 'text', Status: SetupStatus.options }}
      fields={[{ name: 'Code', example: 'D01' }, 'Name', 'Status']}
      changes={[{ name: 'Code', locked: t('setup:stockGroup.codeStays') }, 'Name', 'Status']}
    />
  )
}
