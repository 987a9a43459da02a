import type { ListEndpoint } from './list.ts'

/** The list from which a record was opened and the record's position in it, stored in the history state. */
export type PagerState = {
  list: string
  /** The body of the list call, including `Page` and `Rows`. */
  input: Record<string, unknown>
  /** The paths of the records on the current page of the list, in row order. */
  links: readonly string[]
  at: number
  /** The number of rows before the current page of the list, and the total number of rows. */
  before: number
  total: number
  /** True if `total` is an estimate. */
  isEstimate?: boolean
  /** The URL of the list. */
  back: string
}

export type PagedList = { list: ListEndpoint; linkOf: (row: object) => string | undefined }

// The function `linkOf` is stored in this module, because the history state cannot contain functions.
// After a reload the pager therefore covers only the page that was open.
const lists = new Map<string, PagedList>()

export const registerPagedList = (pagedList: PagedList) => void lists.set(pagedList.list.path, pagedList)
export const findPagedList = (list: string) => lists.get(list)

export const readPagerState = (state: unknown) => (state as { walk?: PagerState } | null)?.walk

/** Returns a function that builds the pager state of a record on the list's page. Rows without a link are skipped. */
export function createPagerStates(
  rows: readonly object[],
  linkOf: PagedList['linkOf'],
  listState: Omit<PagerState, 'links' | 'at'>,
) {
  const links = rows.flatMap((row) => linkOf(row) ?? [])
  return (link: string): { walk: PagerState } => ({
    walk: { ...listState, links, at: Math.max(links.indexOf(link), 0) },
  })
}
