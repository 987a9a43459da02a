import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Services } from '#kit/server/ctx.ts'
import { replyFields } from '#kit/server/reply-fields.ts'
import type { Route } from '#kit/server/serve.ts'
import { refusals } from '../contract.ts'

/** The call at this path, if its rows can be written into a file: a list is a read that answers `count` and `rows`. */
export function listAt({ areas }: Pick<Services, 'areas'>, path: string): Route {
  const list = areas.flatMap(({ routes }) => routes).find(({ endpoint }) => endpoint.path === path && isList(endpoint))
  if (!list) throw refusals.notAList({ Path: path })
  return list
}

const isList = (endpoint: Endpoint) => {
  const fields = replyFields(endpoint)
  return endpoint.kind === 'read' && fields.has('count') && fields.has('rows')
}

/** What the contract of the list says of a column, one within a field of the row included; undefined where no row has it. */
export const fieldOf = ({ endpoint }: Route, field: string) => replyFields(endpoint).get(`rows[].${field}`)
