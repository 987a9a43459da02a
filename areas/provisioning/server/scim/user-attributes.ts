import { scimRefusals } from '../../contract/scim.ts'
import { attributeOf, isObject, type Json, readBoolean, readPreferredValue, readText } from './json.ts'
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './resources.ts'

/** The attributes of a user that Carat stores. */
export type ScimUserAttributes = {
  userName: string | null
  externalId: string | null
  displayName: string | null
  givenName: string | null
  familyName: string | null
  title: string | null
  email: string | null
  phone: string | null
  /** The code of the outlet, or HQ. */
  division: string | null
  active: boolean
}
export type UserChanges = Partial<ScimUserAttributes>

/** Reads the attributes of a complete resource. An attribute that is absent is not in the result. */
export function readUserAttributes(resource: Json): UserChanges {
  const changes: UserChanges = {}
  for (const name of [
    'userName',
    'externalId',
    'displayName',
    'name',
    'title',
    'emails',
    'phoneNumbers',
    'active',
    ENTERPRISE_SCHEMA,
  ]) {
    const value = attributeOf(resource, name)
    if (value !== undefined) Object.assign(changes, readUserAttribute(name, value))
  }
  return changes
}

/** Reads one attribute by its name or path. An attribute that Carat does not store is ignored. */
export function readUserAttribute(path: string, value: unknown): UserChanges {
  switch (path.replace(`${USER_SCHEMA}:`, '').toLowerCase()) {
    case 'username':
      return { userName: readText(value, 'userName', 100) }
    case 'externalid':
      return { externalId: readText(value, 'externalId', 200) }
    case 'displayname':
      return { displayName: readText(value, 'displayName', 100) }
    case 'name.formatted':
      return { displayName: readText(value, 'name.formatted', 100) }
    case 'name.givenname':
      return { givenName: readText(value, 'name.givenName', 50) }
    case 'name.familyname':
      return { familyName: readText(value, 'name.familyName', 50) }
    case 'name':
      return readName(value)
    case 'title':
      return { title: readText(value, 'title', 100) }
    case 'emails':
      return { email: readPreferredValue(value, 'emails', 'work', 100) }
    case 'phonenumbers':
      return { phone: readPreferredValue(value, 'phoneNumbers', 'work', 50) }
    case 'active':
      return { active: readBoolean(value, 'active') }
    case ENTERPRISE_SCHEMA.toLowerCase():
      return isObject(value) ? readUserAttribute('division', attributeOf(value, 'division')) : {}
    case 'division':
    case `${ENTERPRISE_SCHEMA.toLowerCase()}:division`:
      return value === undefined ? {} : { division: readText(value, 'division', 20)?.toUpperCase() ?? null }
    default:
      return readValuePath(path, value)
  }
}

function readName(value: unknown): UserChanges {
  if (value === null) return { givenName: null, familyName: null }
  if (!isObject(value)) throw scimRefusals.invalidValue({ Attribute: 'name' })
  const changes: UserChanges = {}
  for (const part of ['formatted', 'givenName', 'familyName']) {
    const text = attributeOf(value, part)
    if (text !== undefined) Object.assign(changes, readUserAttribute(`name.${part}`, text))
  }
  return changes
}

/** Reads `emails[type eq "work"].value`, the form in which Entra names one value of several. */
function readValuePath(path: string, value: unknown): UserChanges {
  const match = /^(\w+)\[\s*(\w+)\s+eq\s+("[^"]*"|true|false)\s*\](?:\.(\w+))?$/i.exec(
    path.replace(`${USER_SCHEMA}:`, ''),
  )
  if (!match) {
    if (/^[\w.:$-]+$/.test(path)) return {}
    throw scimRefusals.invalidPath({ Path: path })
  }
  const [, attribute = '', , kind = '', part = 'value'] = match
  // Only the address and number of work are stored.
  if (part.toLowerCase() !== 'value' || !['"work"', 'true'].includes(kind.toLowerCase())) return {}
  const text = isObject(value) ? attributeOf(value, 'value') : value
  return readUserAttribute(attribute, text)
}
