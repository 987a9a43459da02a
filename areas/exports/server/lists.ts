import type { Endpoint } from '#kit/contract/endpoint.ts'
import { replyFields } from '#kit/server/reply-fields.ts'
import type { Route } from '#kit/server/serve.ts'
import { refusals } from '../contract.ts'

/** The calls of the product whose rows can be written into a file: given by whoever puts the product together. */
export type Lists = (path: string) => Route

/** A list is a read that answers `count` and `rows`. Asked for only once a call comes, when all routes are known. */
export function listsOf(routes: () => readonly Route[]): Lists {
  let lists: Map<string, Route> | undefined
  return (path) => {
    lists ??= new Map(
      routes()
        .filter(({ endpoint }) => isList(endpoint))
        .map((route) => [route.endpoint.path, route]),
    )
    const list = lists.get(path)
    if (!list) throw refusals.notAList({ Path: path })
    return list
  }
}

const isList = (endpoint: Endpoint) => {
  const fields = replyFields(endpoint)
  return endpoint.kind === 'read' && fields.has('count') && fields.has('rows')
}

/** What the contract of the list says of a column, one within a field of the row included; undefined where no row has it. */
export const fieldOf = ({ endpoint }: Route, field: string) => replyFields(endpoint).get(`rows[].${field}`)
