import type { Ctx } from '#kit/server/ctx.ts'
import { SCIM_BASE, SCIM_ROWS_MAX } from '../../contract/scim.ts'
import type { Json } from './json.ts'
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, listResponse, USER_SCHEMA } from './resources.ts'

// The descriptions that RFC 7643 (section 5 to 7) requires.

export const describeServiceProvider = ({ services: { webUrl } }: Ctx): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: SCIM_ROWS_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'Token of a system account with the scope scim' },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${webUrl}${SCIM_BASE}/ServiceProviderConfig` },
})

export function describeResourceTypes({ services: { webUrl } }: Ctx): Json {
  const typeOf = (name: 'User' | 'Group', schema: string, extensions: Json[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    schemaExtensions: extensions,
    meta: { resourceType: 'ResourceType', location: `${webUrl}${SCIM_BASE}/ResourceTypes/${name}` },
  })
  const types = [
    typeOf('User', USER_SCHEMA, [{ schema: ENTERPRISE_SCHEMA, required: false }]),
    typeOf('Group', GROUP_SCHEMA, []),
  ]
  return listResponse(types, types.length, 1)
}

type Attribute = {
  name: string
  type?: string
  required?: boolean
  multi?: boolean
  sub?: Attribute[]
  unique?: boolean
}

const attributeJson = ({ name, type = 'string', required, multi, sub, unique }: Attribute): Json => ({
  name,
  type: sub ? 'complex' : type,
  multiValued: multi ?? false,
  required: required ?? false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: unique ? 'server' : 'none',
  ...(sub && { subAttributes: sub.map(attributeJson) }),
})

const values: Attribute[] = [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }]

const schemas: readonly { id: string; name: string; attributes: Attribute[] }[] = [
  {
    id: USER_SCHEMA,
    name: 'User',
    attributes: [
      { name: 'userName', required: true, unique: true },
      { name: 'displayName' },
      { name: 'name', sub: [{ name: 'formatted' }, { name: 'givenName' }, { name: 'familyName' }] },
      { name: 'title' },
      { name: 'active', type: 'boolean' },
      { name: 'emails', multi: true, sub: values },
      { name: 'phoneNumbers', multi: true, sub: values },
    ],
  },
  { id: ENTERPRISE_SCHEMA, name: 'EnterpriseUser', attributes: [{ name: 'division' }] },
  {
    id: GROUP_SCHEMA,
    name: 'Group',
    attributes: [
      { name: 'displayName', required: true, unique: true },
      { name: 'members', multi: true, sub: [{ name: 'value' }, { name: 'display' }] },
    ],
  },
]

export function describeSchemas({ services: { webUrl } }: Ctx): Json {
  const resources = schemas.map(({ id, name, attributes }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    attributes: attributes.map(attributeJson),
    meta: { resourceType: 'Schema', location: `${webUrl}${SCIM_BASE}/Schemas/${id}` },
  }))
  return listResponse(resources, resources.length, 1)
}
