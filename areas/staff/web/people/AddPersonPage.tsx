import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { addStaff } from '../../contract/people.ts'
import { userPath, usersPath } from '../../paths.ts'
import { useBuildingAndDepartmentChoices } from '../places/usePlaceChoices.ts'
import { createStaffFormFields } from './person-fields.tsx'

/** Page to add a staff member; the account is added on the staff member's page afterwards. */
export function AddStaffMemberPage() {
  const t = useT()
  const navigate = useNavigate()
  const places = useBuildingAndDepartmentChoices()
  return (
    <Card title={t('staff:screens.addPerson')}>
      <RecordForm
        area="staff"
        call={addStaff}
        columns={2}
        fields={createStaffFormFields(places)}
        done="staff:person.added"
        failed="staff:person.addFailed"
        onDone={({ StaffId }) => navigate(userPath({ StaffId }))}
        onCancel={() => navigate(usersPath())}
      />
    </Card>
  )
}
