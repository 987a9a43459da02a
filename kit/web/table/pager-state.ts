import type { ListEndpoint } from './list.ts'

/** The list that a record was opened from and its position there; stored in the history state. */
export type PagerState = {
  list: string
  /** The body of the list call, including `Page` and `Rows`. */
  input: Record<string, unknown>
  /** The record paths of this page's rows, in their order. */
  links: readonly string[]
  at: number
  /** The number of rows before this page, and in total. */
  before: number
  total: number
  /** The list's URL. */
  back: string
}

export type PagedList = { list: ListEndpoint; linkOf: (row: object) => string | undefined }

// `linkOf` is a function and cannot be stored in the history state, so it is stored here. After a reload the pager therefore covers
// only the page that was open.
const lists = new Map<string, PagedList>()

export const registerPagedList = (pagedList: PagedList) => void lists.set(pagedList.list.path, pagedList)
export const pagedListOf = (list: string) => lists.get(list)

export const pagerStateOf = (state: unknown) => (state as { walk?: PagerState } | null)?.walk

/** Returns the function that builds the pager state of a record from the rows of a page; rows without a link are skipped. */
export function pagerStates(
  rows: readonly object[],
  linkOf: PagedList['linkOf'],
  walk: Omit<PagerState, 'links' | 'at'>,
) {
  const links = rows.flatMap((row) => linkOf(row) ?? [])
  return (link: string): { walk: PagerState } => ({ walk: { ...walk, links, at: Math.max(links.indexOf(link), 0) } })
}
