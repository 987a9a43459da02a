import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

// SCIM 2.0 (RFC 7643, RFC 7644) for identity providers, outside of the API: replies and errors have the form of SCIM.
// Attributes that Carat does not store are ignored, because identity providers send whatever their mapping contains.

export const scimRefusals = {
  notFound: refusal(404, 'provisioning.not_found', 'Record not found'),
  invalidFilter: refusal(400, 'provisioning.invalid_filter', 'The filter is not supported. Use {Attributes} eq "…"'),
  invalidPath: refusal(400, 'provisioning.invalid_path', 'The path {Path} is not supported'),
  invalidValue: refusal(400, 'provisioning.invalid_value', 'The attribute {Attribute} is missing or not valid'),
  noOutlet: refusal(
    400,
    'provisioning.no_outlet',
    'Send the code of an outlet as division, or bind the system account to one outlet',
  ),
  groupTaken: refusal(409, 'provisioning.group_taken', 'The group {Name} already exists'),
  externalIdTaken: refusal(409, 'provisioning.external_id_taken', 'Another record has this externalId'),
}

export const SCIM_BASE = '/scim/v2'
export const SCIM_ROWS_MAX = 200

const access = { system: 'scim' } as const
const scope = unnamedRows('HQ')
/** The id in the path. An id of another form finds nothing. */
const id = { ResourceId: z.union([z.int(), z.string().max(100)]) }
const json = z.record(z.string(), z.unknown())

const listQuery = {
  filter: z.string().max(500).optional(),
  startIndex: z.string().max(10).optional(),
  count: z.string().max(10).optional(),
  attributes: z.string().max(500).optional(),
  excludedAttributes: z.string().max(500).optional(),
}
const listBody = z.looseObject(listQuery)
const oneBody = z.looseObject({
  ...id,
  attributes: listQuery.attributes,
  excludedAttributes: listQuery.excludedAttributes,
})
const newBody = z.looseObject({})
const changedBody = z.looseObject(id)

const about = { Users: 'account', Groups: 'provisioned group' }

const resourceCalls = <Resource extends 'Users' | 'Groups'>(resource: Resource, one: string) => {
  const declared = { access, scope, about: [about[resource]], reply: json }
  const path = `${SCIM_BASE}/${resource}`
  const onePath = `${path}/:ResourceId`
  return {
    list: read({ ...declared, method: 'GET', path, summary: `Lists ${resource.toLowerCase()} (SCIM)`, body: listBody }),
    get: read({ ...declared, method: 'GET', path: onePath, summary: `Returns one ${one} (SCIM)`, body: oneBody }),
    add: change({ ...declared, status: 201, path, summary: `Creates a ${one} (SCIM)`, body: newBody }),
    replace: change({
      ...declared,
      method: 'PUT',
      path: onePath,
      summary: `Replaces a ${one} (SCIM)`,
      body: changedBody,
    }),
    patch: change({
      ...declared,
      method: 'PATCH',
      path: onePath,
      summary: `Changes attributes of a ${one} (SCIM)`,
      body: changedBody,
    }),
    remove: change({ ...declared, method: 'DELETE', path: onePath, summary: `Deletes a ${one} (SCIM)`, body: oneBody }),
  }
}

export const scimUsers = resourceCalls('Users', 'user')
export const scimGroups = resourceCalls('Groups', 'group')

const description = (path: string, summary: string) =>
  read({ method: 'GET', path: `${SCIM_BASE}/${path}`, access, scope, about: [], summary, body: newBody, reply: json })

export const scimServiceProviderConfig = description(
  'ServiceProviderConfig',
  'Describes the SCIM features of the server',
)
export const scimResourceTypes = description('ResourceTypes', 'Lists the kinds of SCIM resources')
export const scimSchemas = description('Schemas', 'Lists the attributes of SCIM resources')
