import type { ListEndpoint } from './list.ts'

/** Which list a record was opened from and where it stood there; travels in the history beside the address. */
export type Walk = {
  list: string
  /** The body of the list call, `Page` and `Rows` among it. */
  input: Record<string, unknown>
  /** Where the rows of this page lead, in their order. */
  links: readonly string[]
  at: number
  /** How many stand before this page, and how many there are in all. */
  before: number
  total: number
  /** The list as it was. */
  back: string
}

export type Walkable = { list: ListEndpoint; linkOf: (row: object) => string | undefined }

// How a list leads to its records cannot be written into the history; while the application runs it is remembered here,
// and after a reload one can still walk through the page that was open.
const lists = new Map<string, Walkable>()

export const rememberWalkable = (walkable: Walkable) => void lists.set(walkable.list.path, walkable)
export const walkableOf = (list: string) => lists.get(list)

export const walkOf = (state: unknown) => (state as { walk?: Walk } | null)?.walk

/** The rows of a page as places to walk through; a row that leads nowhere is stepped over. */
export function walkThrough(rows: readonly object[], linkOf: Walkable['linkOf'], walk: Omit<Walk, 'links' | 'at'>) {
  const links = rows.flatMap((row) => linkOf(row) ?? [])
  return (link: string): { walk: Walk } => ({ walk: { ...walk, links, at: Math.max(links.indexOf(link), 0) } })
}
