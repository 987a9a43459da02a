import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { addStaff } from '../../contract/people.ts'
import { userPath, usersPath } from '../../paths.ts'
import { usePlaceChoices } from '../places/usePlaceChoices.ts'
import { personFields } from './person-fields.tsx'

/** Page to add a staff member; the account is added on the staff member's page afterwards. */
export function AddPersonPage() {
  const t = useT()
  const navigate = useNavigate()
  const places = usePlaceChoices()
  return (
    <Card title={t('staff:screens.addPerson')}>
      <RecordForm
        area="staff"
        call={addStaff}
        columns={2}
        fields={personFields(places)}
        done="staff:person.added"
        failed="staff:person.addFailed"
        onDone={({ StaffId }) => navigate(userPath({ StaffId }))}
        onCancel={() => navigate(usersPath())}
      />
    </Card>
  )
}
