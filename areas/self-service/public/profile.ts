import type { RequestBody } from '#kit/contract/endpoint.ts'
import { personName } from '#kit/contract/person.ts'
import type { Profile, updateProfile } from '../contract.ts'

type Section = 'identity' | 'contact' | 'person'
type Field<Name extends string = string> = {
  name: Name
  section: Section
  list?: string
  type?: 'tel' | 'date'
  required?: true
  autoComplete?: string
}

const field = <const Name extends string>(definition: Field<Name>) => definition

/** Fields of the profile that customers can change themselves; staff of the outlet change all other fields. */
export const editedFields = [
  field({ name: 'FullName', section: 'identity', required: true, autoComplete: 'name' }),
  field({ name: 'IdType', section: 'identity', list: 'IDType' }),
  field({ name: 'IdNo', section: 'identity', autoComplete: 'off' }),
  field({ name: 'DateOfBirth', section: 'identity', type: 'date', autoComplete: 'bday' }),
  field({ name: 'Gender', section: 'identity', list: 'Gender' }),
  field({ name: 'ContactNo', section: 'contact', type: 'tel', required: true, autoComplete: 'tel' }),
  field({ name: 'AlternateContactNo', section: 'contact', type: 'tel' }),
  field({ name: 'Language', section: 'contact', list: 'Language', required: true }),
  field({ name: 'NearestOutletCode', section: 'contact', list: 'outlet' }),
  field({ name: 'Salutation', section: 'person', list: 'Salutation' }),
  field({ name: 'PreferredName', section: 'person', autoComplete: 'nickname' }),
  field({ name: 'MaritalStatus', section: 'person', list: 'MaritalStatus' }),
  field({ name: 'WeddingAnniversary', section: 'person', type: 'date' }),
] as const

export type EditedName = (typeof editedFields)[number]['name']
export type EditedProfile = Record<EditedName, string>

/** Returns the text of a field; names are stored in capitals and displayed in mixed case. */
export const displayedValue = (name: string, value: string | null) =>
  name === 'FullName' && value !== null ? personName(value) : value

/** The field for the identity number starts empty, because the number is masked; an empty field changes nothing. */
export const toEditedProfile = (profile: Profile): EditedProfile =>
  Object.fromEntries(
    editedFields.map(({ name }) => [name, name === 'IdNo' ? '' : (displayedValue(name, profile[name]) ?? '')]),
  ) as EditedProfile

/** Returns the values of the form that differ from the profile. */
export function profileChanges(
  profile: Profile,
  values: EditedProfile,
): Omit<RequestBody<typeof updateProfile>, 'Version'> {
  const before = toEditedProfile(profile)
  return Object.fromEntries(
    editedFields
      .filter(({ name }) => values[name].trim() !== before[name].trim())
      .map(({ name }) => [name, values[name].trim() || null]),
  )
}
