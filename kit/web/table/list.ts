import type { z } from 'zod'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import { fieldsOf, itemOf } from '#kit/contract/schema.ts'
import { nested } from '../form/nested.ts'
import { factsOf, isEmpty, shapeOf } from '../form/schema.ts'
import { type ListDefaults, type ListState, PAGE_SIZES } from './address.ts'

// What a list page reads from its call: the row's fields, what it may be sorted and searched by, its usual page size.

export type ListEndpoint = Endpoint<z.ZodType, z.ZodType<{ count: number; rows: object[] }>>
export type RowOf<L extends ListEndpoint> = Reply<L>['rows'][number]
export type FieldOf<L extends ListEndpoint> = keyof RowOf<L> & string

type Paging = 'Page' | 'Rows' | 'Search' | 'SortOption' | 'SortDirection'
type SearchOf<L extends ListEndpoint> = Input<L> extends { Search?: infer Search } ? keyof NonNullable<Search> : never
/** What a list may be searched by: the fields of Search and those that stand beside it. */
export type FilterOf<L extends ListEndpoint> = (SearchOf<L> | Exclude<keyof Input<L>, Paging>) & string

export type ListFacts = {
  row: Record<string, z.ZodType>
  search: Record<string, z.ZodType>
  body: Record<string, z.ZodType>
  sortable: readonly string[]
  defaults: ListDefaults
  paged: boolean
}

/** What is deleted takes part in nothing any more. */
export const isAlive = (row: object) => !('Status' in row && row.Status === 'Deleted')

/** The schema of a field, also of one that nests. */
export function schemaAt(row: ListFacts['row'], field: string): z.ZodType | undefined {
  const [name = '', inner] = field.split('.')
  const schema = row[name]
  return inner && schema ? fieldsOf(schema, 'output')[inner] : schema
}

const SIZE_USUAL = 20

export function listFacts(list: ListEndpoint, rows?: number): ListFacts {
  const body = shapeOf(list.body)
  const rowsSchema = fieldsOf(list.reply, 'output').rows
  const row = rowsSchema && itemOf(rowsSchema)
  const sort = body.SortOption && factsOf(body.SortOption)
  const usual = Number(rows ?? (body.Rows && factsOf(body.Rows).preset) ?? SIZE_USUAL)
  return {
    body,
    row: row ? fieldsOf(row, 'output') : {},
    search: body.Search ? shapeOf(body.Search) : {},
    sortable: sort?.options ?? [],
    // Lists that the contract serves whole (1,000 rows) are still read page by page.
    defaults: {
      size: usual <= Math.max(...PAGE_SIZES) ? usual : SIZE_USUAL,
      sort: sort?.preset as string | undefined,
      direction: (body.SortDirection && factsOf(body.SortDirection).preset) === 'DESC' ? 'DESC' : 'ASC',
    },
    paged: body.Page !== undefined,
  }
}

/** The body of the list call. What the address bar holds as text becomes what the contract wants. */
export function inputOfList({ body, search, paged }: ListFacts, state: ListState, fixed: Record<string, unknown> = {}) {
  const entries = Object.entries(state.filters).map(
    ([name, text]) => [name, read(search[name] ?? body[name], text)] as const,
  )
  const isWithin = (name: string) => (name.split('.')[0] ?? '') in search
  const within = nested(Object.fromEntries(entries.filter(([name, value]) => isWithin(name) && !isEmpty(value))))
  const beside = Object.fromEntries(
    entries.filter(([name, value]) => !(name in search) && name in body && !isEmpty(value)),
  )
  const { Search, ...rest } = fixed
  return {
    ...(paged && { Page: state.page, Rows: state.size }),
    ...(state.sort && { SortOption: state.sort, SortDirection: state.direction }),
    ...(body.Search && { Search: { ...within, ...(Search as object | undefined) } }),
    ...beside,
    ...rest,
  }
}

function read(schema: z.ZodType | undefined, text: string) {
  const kind = schema && factsOf(schema).kind
  if (kind === 'integer') return Number(text)
  return kind === 'several' ? text.split(',') : text
}
