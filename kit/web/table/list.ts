import type { z } from 'zod'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import { arrayItemSchema, schemaFields } from '#kit/contract/schema.ts'
import { nestFormEntries } from '../form/nested.ts'
import { fieldProperties, isEmptyValue, schemaShape } from '../form/schema.ts'
import { type ListDefaults, type ListState, PAGE_SIZES } from './address.ts'

// Derives the properties of a list from its endpoint: row fields, sort fields, filters and default page size.

export type ListEndpoint = Endpoint<
  z.ZodType,
  z.ZodType<{ count: number; CountEstimatedYN?: 'Y' | undefined; rows: object[] }>
>
export type ListRow<L extends ListEndpoint> = Reply<L>['rows'][number]
export type ListFieldName<L extends ListEndpoint> = keyof ListRow<L> & string

type Paging = 'Page' | 'Rows' | 'Search' | 'SortOption' | 'SortDirection'
type SearchOf<L extends ListEndpoint> = Input<L> extends { Search?: infer Search } ? keyof NonNullable<Search> : never
/** Returns the filters of a list: the fields inside `Search` and the fields beside it. */
export type ListFilterName<L extends ListEndpoint> = (SearchOf<L> | Exclude<keyof Input<L>, Paging>) & string

export type ListProperties = {
  row: Record<string, z.ZodType>
  search: Record<string, z.ZodType>
  body: Record<string, z.ZodType>
  sortable: readonly string[]
  defaults: ListDefaults
  paged: boolean
}

/** True for a row that users can select. Deleted rows cannot be selected. */
export const isSelectableRow = (row: object) => !('Status' in row && row.Status === 'Deleted')

/** Returns the schema of a field, which may be nested. */
export function rowFieldSchema(row: ListProperties['row'], field: string): z.ZodType | undefined {
  const [name = '', inner] = field.split('.')
  const schema = row[name]
  return inner && schema ? schemaFields(schema, 'output')[inner] : schema
}

const SIZE_USUAL = 20
/** The maximum number of rows on a phone, which shows them as cards; 20 cards fill three screens. */
const SIZE_ON_PHONE = 20

/** Returns the properties of a list. `rows` replaces the endpoint's page size; a phone opens with at most 20 rows. */
export function listProperties(
  list: ListEndpoint,
  { rows, phone = false }: { rows?: number | undefined; phone?: boolean } = {},
): ListProperties {
  const body = schemaShape(list.body)
  const rowsSchema = schemaFields(list.reply, 'output').rows
  const row = rowsSchema && arrayItemSchema(rowsSchema)
  const sort = body.SortOption && fieldProperties(body.SortOption)
  const requestedSize = Number(rows ?? (body.Rows && fieldProperties(body.Rows).preset) ?? SIZE_USUAL)
  const size = requestedSize <= Math.max(...PAGE_SIZES) ? requestedSize : SIZE_USUAL
  return {
    body,
    row: row ? schemaFields(row, 'output') : {},
    search: body.Search ? schemaShape(body.Search) : {},
    sortable: sort?.options ?? [],
    // The list shows pages even if its contract returns up to 1,000 rows by default.
    defaults: {
      size: phone ? Math.min(size, SIZE_ON_PHONE) : size,
      sort: sort?.preset as string | undefined,
      direction: (body.SortDirection && fieldProperties(body.SortDirection).preset) === 'DESC' ? 'DESC' : 'ASC',
    },
    paged: body.Page !== undefined,
  }
}

/** Returns the body of the list call. The text values from the URL are converted to the contract's types. */
export function buildListInput(
  { body, search, paged }: ListProperties,
  state: ListState,
  fixed: Record<string, unknown> = {},
) {
  const entries = Object.entries(state.filters).map(
    ([name, text]) => [name, parseFilterValue(search[name] ?? body[name], text)] as const,
  )
  const isSearchField = (name: string) => (name.split('.')[0] ?? '') in search
  const searchFilters = nestFormEntries(
    Object.fromEntries(entries.filter(([name, value]) => isSearchField(name) && !isEmptyValue(value))),
  )
  const bodyFilters = Object.fromEntries(
    entries.filter(([name, value]) => !(name in search) && name in body && !isEmptyValue(value)),
  )
  const { Search, ...fixedFields } = fixed
  return {
    ...(paged && { Page: state.page, Rows: state.size }),
    ...(state.sort && { SortOption: state.sort, SortDirection: state.direction }),
    ...(body.Search && { Search: { ...searchFilters, ...(Search as object | undefined) } }),
    ...bodyFilters,
    ...fixedFields,
  }
}

function parseFilterValue(schema: z.ZodType | undefined, text: string) {
  const kind = schema && fieldProperties(schema).kind
  if (kind === 'integer') return Number(text)
  return kind === 'several' ? text.split(',') : text
}
