import type { ControlProps, FormField } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { SlotPart, useService } from '#kit/web/slots.ts'
import { ImageField } from '#kit/web/upload/ImageField.tsx'
import type { addStaff, Person } from '../../contract/people.ts'
import type { usePlaceChoices } from '../places/usePlaceChoices.ts'
import { membershipField } from '../slots.ts'

type Places = ReturnType<typeof usePlaceChoices>

/** The fields of a person, for a new one and for a change. `own`: why where one works and where one's codes go is nobody's own to change. */
export const personFields = ({ buildings, departments }: Places, own: string | false = false, person?: Person) =>
  [
    { section: 'staff:person.who' },
    { name: 'Image', label: 'media:fields.Image', wide: true, control: (props) => <Photo {...props} /> },
    'FullName',
    { name: 'PreferredName', help: 'staff:person.preferredHelp' },
    'JobTitle',
    { name: 'Email', help: 'staff:person.emailHelp', locked: own },
    { name: 'ContactNo', locked: own },
    { section: 'staff:person.where' },
    { name: 'StaffType', locked: own },
    { name: 'BuildingCode', choices: buildings, kind: 'select', locked: own },
    { name: 'DepartmentCode', choices: departments, kind: 'select' },
    { name: 'SalesPersonCode', help: 'staff:person.salesPersonHelp' },
    {
      name: 'OwnMembershipNo',
      help: 'staff:person.ownMemberHelp',
      locked: own,
      // Locked it is read, and needs no search.
      ...(!own && { control: (props: ControlProps) => <OwnMember {...props} person={person} /> }),
    },
  ] satisfies FormField<typeof addStaff>[]

function Photo(props: ControlProps) {
  const t = useT()
  return <ImageField {...props} round alt={t('media:fields.Image')} />
}

/** The membership of the person, if the person is a customer, too. */
function OwnMember({ person, ...control }: ControlProps & { person: Person | undefined }) {
  const field = useService(membershipField)
  const known = person?.OwnMembershipNo
    ? { MembershipNo: person.OwnMembershipNo, FullName: person.OwnCustomerName ?? person.OwnMembershipNo }
    : undefined
  return <SlotPart part={field} props={{ ...control, known }} />
}
