import { SCIM_BASE } from '../../contract/scim.ts'
import type { Json } from './json.ts'

// Builds resources of SCIM.

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

export const metaOf = (
  webUrl: string,
  resource: 'User' | 'Group',
  { id, created, updated }: { id: number; created: string; updated: string },
) => ({
  resourceType: resource,
  created: new Date(created).toISOString(),
  lastModified: new Date(updated).toISOString(),
  location: locationOf(webUrl, resource, id),
})

export const locationOf = (webUrl: string, resource: 'User' | 'Group', id: number) =>
  `${webUrl}${SCIM_BASE}/${resource}s/${id}`

export const listResponse = (resources: readonly Json[], totalResults: number, startIndex: number) => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

type Projection = { attributes?: string | undefined; excludedAttributes?: string | undefined }

/** Keeps the requested top-level attributes. `id`, `schemas` and `meta` always stay. */
export function projectResource(resource: Json, { attributes, excludedAttributes }: Projection): Json {
  const names = (list: string | undefined) =>
    list === undefined ? undefined : new Set(list.split(',').map((name) => name.trim().split(/[.[]/)[0]!.toLowerCase()))
  const only = names(attributes)
  const without = names(excludedAttributes)
  const always = ['id', 'schemas', 'meta']
  return Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) =>
        always.includes(name) || ((!only || only.has(name.toLowerCase())) && !without?.has(name.toLowerCase())),
    ),
  )
}

/** Removes attributes without a value, which SCIM treats as absent. */
export const withoutEmpty = (resource: Json): Json =>
  Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== null && value !== undefined))
