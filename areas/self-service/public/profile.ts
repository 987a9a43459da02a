import type { RequestBody } from '#kit/contract/endpoint.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import type { Profile, updateOwnProfile } from '../contract.ts'

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
export const ownProfileFields = [
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

export type OwnProfileFieldName = (typeof ownProfileFields)[number]['name']
export type OwnProfileValues = Record<OwnProfileFieldName, string>

/** Returns the text of a field; names are stored in capitals and displayed in mixed case. */
export const formatProfileValue = (name: string, value: string | null) =>
  name === 'FullName' && value !== null ? formatPersonName(value) : value

/** The field for the identity number starts empty, because the number is masked; an empty field changes nothing. */
export const toOwnProfileValues = (profile: Profile): OwnProfileValues =>
  Object.fromEntries(
    ownProfileFields.map(({ name }) => [name, name === 'IdNo' ? '' : (formatProfileValue(name, profile[name]) ?? '')]),
  ) as OwnProfileValues

/** Returns the values of the form that differ from the profile. */
export function findProfileChanges(
  profile: Profile,
  values: OwnProfileValues,
): Omit<RequestBody<typeof updateOwnProfile>, 'Version'> {
  const before = toOwnProfileValues(profile)
  return Object.fromEntries(
    ownProfileFields
      .filter(({ name }) => values[name].trim() !== before[name].trim())
      .map(({ name }) => [name, values[name].trim() || null]),
  )
}
