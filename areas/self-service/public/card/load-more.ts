/** The loaded rows of a list and its total number of rows. */
export type LoadedList<Row> = { count: number; rows: readonly Row[] }

type FetchPage<Row> = (page: { Rows: number; Page: number }) => Promise<LoadedList<Row>>

export const INITIAL_ROWS = 20
/** Each step doubles the number of rows, so that a long list needs few requests, up to the server's page limit. */
const PAGE_ROWS_MAX = 640

/**
 * Loads the next rows. If the list changed meanwhile, its pages have shifted: then all rows are loaded again, so that no row is
 * missing or duplicated.
 */
export async function loadMore<Row>(ask: FetchPage<Row>, { count, rows }: LoadedList<Row>): Promise<LoadedList<Row>> {
  const Rows = Math.min(PAGE_ROWS_MAX, rows.length)
  const next = await ask({ Rows, Page: rows.length / Rows + 1 })
  if (next.count === count) return finishList([...rows, ...next.rows], count, next.rows.length < Rows)
  const all: Row[] = []
  let part = next
  for (let Page = 1; all.length < rows.length + Rows; Page++) {
    part = await ask({ Rows, Page })
    all.push(...part.rows)
    if (part.rows.length < Rows) break
  }
  return finishList(all, part.count, part.rows.length < Rows)
}

/** A page that is not full is the last one, whatever count was returned before. */
const finishList = <Row>(rows: Row[], count: number, isEnd: boolean): LoadedList<Row> => ({
  count: isEnd ? rows.length : count,
  rows,
})
