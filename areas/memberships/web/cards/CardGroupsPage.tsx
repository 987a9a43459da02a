import { cardGroups } from '#areas/tiers/contract/card-groups.ts'
import { SetupRecordStatus } from '#kit/contract/record.ts'
import { RecordPage } from '#kit/web/RecordPage.tsx'

/** The list of card groups. */
export const CardGroupsPage = () => (
  <RecordPage
    area="memberships"
    record={cardGroups}
    words="memberships:cardGroup"
    heading="memberships:screens.cardGroups"
    adding="memberships:screens.cardGroupAdd"
    named="Name"
    columns={['Name', 'Description', 'Status', { field: 'CreatedAt', wideOnly: true }]}
    optional={['UpdatedAt']}
    search={{ Name: 'text', Description: 'text', Status: SetupRecordStatus.options }}
    fields={['Name', { name: 'Description', kind: 'multiline' }, 'Status']}
  />
)
