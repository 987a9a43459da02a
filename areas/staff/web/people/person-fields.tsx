import type { ControlProps } from '#kit/web/form/fields.ts'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { useT } from '#kit/web/i18n.ts'
import { MemberField } from '#kit/web/MemberField.tsx'
import { useProvided } from '#kit/web/provided.ts'
import type { FormField } from '#kit/web/RecordForm.tsx'
import { useSession } from '#kit/web/session.ts'
import { ImageField } from '#kit/web/upload/ImageField.tsx'
import type { addStaff, Person } from '../../contract/people.ts'
import type { usePlaceChoices } from '../places/usePlaceChoices.ts'

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

/** Who of the customers somebody is. Anyone who may not look up members types the whole number. */
function OwnMember({ person, value, onChange, ...rest }: ControlProps & { person: Person | undefined }) {
  const { has } = useSession()
  const { role } = useProvided().members
  if (!has(role))
    return (
      <TextControl
        {...rest}
        uppercase
        autoComplete="off"
        value={typeof value === 'string' ? value : ''}
        onChange={(typed) => onChange?.(typed)}
      />
    )
  const known = person?.OwnMembershipNo && {
    MembershipNo: person.OwnMembershipNo,
    FullName: person.OwnCustomerName ?? person.OwnMembershipNo,
  }
  return <MemberField {...rest} value={value} {...(onChange && { onChange })} known={known || undefined} />
}
