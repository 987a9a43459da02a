import type { ControlProps, FormField } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { SlotPart, useService } from '#kit/web/slots.ts'
import { ImageField } from '#kit/web/upload/ImageField.tsx'
import type { addStaff, Person } from '../../contract/people.ts'
import type { useBuildingAndDepartmentChoices } from '../places/usePlaceChoices.ts'
import { membershipFieldService } from '../slots.ts'

type Places = ReturnType<typeof useBuildingAndDepartmentChoices>

/** Fields of the forms for staff; `lockedReason` locks the fields that users cannot change on their own record. */
export const createStaffFormFields = (
  { buildings, departments }: Places,
  lockedReason: string | false = false,
  person?: Person,
) =>
  [
    { section: 'staff:person.who' },
    { name: 'Image', label: 'media:fields.Image', wide: true, control: (props) => <Photo {...props} /> },
    'FullName',
    { name: 'PreferredName', help: 'staff:person.preferredHelp' },
    'JobTitle',
    { name: 'Email', help: 'staff:person.emailHelp', locked: lockedReason },
    { name: 'ContactNo', locked: lockedReason },
    { section: 'staff:person.where' },
    { name: 'StaffType', locked: lockedReason },
    { name: 'BuildingCode', choices: buildings, kind: 'select', locked: lockedReason },
    { name: 'DepartmentCode', choices: departments, kind: 'select' },
    { name: 'SalesPersonCode', help: 'staff:person.salesPersonHelp' },
    {
      name: 'OwnMembershipNo',
      help: 'staff:person.ownMemberHelp',
      locked: lockedReason,
      // A locked field needs no search input.
      ...(!lockedReason && { control: (props: ControlProps) => <OwnMember {...props} person={person} /> }),
    },
  ] satisfies FormField<typeof addStaff>[]

function Photo(props: ControlProps) {
  const t = useT()
  return <ImageField {...props} round alt={t('media:fields.Image')} />
}

/** Field for the staff member's own membership. */
function OwnMember({ person, ...control }: ControlProps & { person: Person | undefined }) {
  const field = useService(membershipFieldService)
  const currentMember = person?.OwnMembershipNo
    ? { MembershipNo: person.OwnMembershipNo, FullName: person.OwnCustomerName ?? person.OwnMembershipNo }
    : undefined
  return <SlotPart part={field} props={{ ...control, known: currentMember }} />
}
