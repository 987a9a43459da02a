import { z } from 'zod'
import { fieldWithDefault } from './fields.ts'

export const LIST_PAGE_ROWS_MAX = 1000

const WHOLE = `More than ${LIST_PAGE_ROWS_MAX} asks for the whole list, which Page 1 answers however many rows there are`

const isEmptyFilter = (value: unknown) => value === '' || value === null || value === undefined || value === 'All'

/** Removes empty filters and the filter 'All', which both mean "no filter" (specification 5), before validation. */
const withoutEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, filter]) => !isEmptyFilter(filter)))
    : value

/** Parses the field Search, which the specification sends as a JSON string and our own pages as an object. */
const searchObject = (value: unknown) => {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return withoutEmpty(value)
  try {
    return withoutEmpty(JSON.parse(value))
  } catch {
    return value
  }
}

type PageOptions<Sort extends string> = {
  /** The default number of rows per page (specification 9). */
  rows: number
  /** The sortable fields; the first one is the default. */
  sort: readonly [Sort, ...Sort[]]
  direction?: 'ASC' | 'DESC'
  /** True if a request with Rows above LIST_PAGE_ROWS_MAX returns all rows of the list (specification 9). */
  whole?: boolean
}

const rowsOf = (whole: boolean) =>
  whole
    ? z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: WHOLE })
    : z.int().min(1).max(LIST_PAGE_ROWS_MAX, `At most ${LIST_PAGE_ROWS_MAX} rows at once`)

/** The paging fields in the body of a list call. */
export const pagingFields = (defaultRows: number, whole = false) => ({
  Rows: rowsOf(whole).default(defaultRows),
  Page: z.int().min(1).max(1_000_000).default(1),
})

/** The body of a list call: Rows, Page, Search, SortOption and SortDirection, all optional. Rejects unknown filters. */
export function pageQuery<Search extends z.ZodRawShape, const Sort extends string>(
  search: Search,
  { rows, sort, direction = 'ASC', whole = false }: PageOptions<Sort>,
) {
  return z.strictObject({
    ...pagingFields(rows, whole),
    Search: z.preprocess(searchObject, z.strictObject(search).partial()).default(() => ({}) as never),
    SortOption: fieldWithDefault(z.enum(sort).default(sort[0] as never)),
    SortDirection: z.preprocess(
      (value) => (typeof value === 'string' && value !== '' ? value.toUpperCase() : undefined),
      z.enum(['ASC', 'DESC']).default(direction),
    ),
  })
}

/** The reply of a list call: the number of all rows, whether it is an estimate, and the rows of the page. */
export const pageReply = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ count: z.int().min(0), CountEstimatedYN: z.literal('Y').optional(), rows: z.array(row) })

/** True if the body of a list call requests all rows of the list. */
export const isUnpagedRequest = (body: unknown): body is { Rows: number; Page: number } => {
  const { Rows, Page } = (body ?? {}) as { Rows?: unknown; Page?: unknown }
  return typeof Rows === 'number' && Rows > LIST_PAGE_ROWS_MAX && typeof Page === 'number'
}
