import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
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

const isList = ({ kind, reply }: Endpoint) =>
  kind === 'read' && ['count', 'rows'].every((field) => Object.hasOwn(fieldsOf(reply), field))

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
}
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/** A schema and what it wraps, the outermost first. */
function layers(schema: z.ZodType): z.ZodType[] {
  const { innerType, in: from, out: to } = defOf(schema)
  const inner = innerType ?? (from && defOf(from).type !== 'transform' ? from : to)
  return inner ? [schema, ...layers(inner)] : [schema]
}

const coreOf = (schema: z.ZodType) => defOf(layers(schema).at(-1)!)
const fieldsOf = (schema: z.ZodType) => coreOf(schema).shape ?? {}

/** Whether a column shows a total of sales over customers or staff: the contract of the list says so, not who asks. */
export function isSalesTotal({ endpoint }: Route, field: string): boolean {
  const schema = fieldAt(endpoint, field)
  return schema !== undefined && layers(schema).some((layer) => layer.meta()?.salesTotal === true)
}

/** Whether rows of the list have such a field, or one within it, by the contract of the list. */
export const hasField = ({ endpoint }: Route, field: string) => fieldAt(endpoint, field) !== undefined

function fieldAt({ reply }: Endpoint, field: string): z.ZodType | undefined {
  const rows = fieldsOf(reply).rows
  let schema = rows && coreOf(rows).element
  for (const name of field.split('.')) {
    const fields = schema && fieldsOf(schema)
    schema = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
  }
  return schema
}
