import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { counterRoles } from '#areas/memberships/contract/roles.ts'
import { call } from '#kit/web/call.ts'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { useT } from '#kit/web/i18n.ts'
import type { FormField } from '#kit/web/RecordForm.tsx'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
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
      ...(!own && { control: (props: ControlProps) => <MemberField {...props} person={person} /> }),
    },
  ] satisfies FormField<typeof addStaff>[]

function Photo(props: ControlProps) {
  const t = useT()
  return <ImageField {...props} round alt={t('media:fields.Image')} />
}

const TYPED_MIN = 3

/** Who of the customers somebody is. Whoever may not look up members types the whole number. */
function MemberField({ person, value, onChange, ...rest }: ControlProps & { person: Person | undefined }) {
  const { has } = useSession()
  const number = typeof value === 'string' ? value : null
  if (!has(counterRoles))
    return (
      <TextControl
        {...rest}
        uppercase
        autoComplete="off"
        value={number ?? ''}
        onChange={(typed) => onChange?.(typed)}
      />
    )
  const chosen = person?.OwnMembershipNo && {
    value: person.OwnMembershipNo,
    label: person.OwnCustomerName ?? person.OwnMembershipNo,
    hint: person.OwnMembershipNo,
  }
  return (
    <RecordPicker
      {...rest}
      name="staff.member"
      chosen={chosen || undefined}
      value={number}
      onChange={(picked) => onChange?.(picked)}
      find={async (typed) => {
        if (typed.length < TYPED_MIN) return []
        const { rows } = await call(lookupMember, { Typed: typed })
        return rows.map(({ MembershipNo, FullName }) => ({ value: MembershipNo, label: FullName, hint: MembershipNo }))
      }}
    />
  )
}
