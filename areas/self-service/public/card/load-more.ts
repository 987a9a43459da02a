/** Rows of a list that are loaded, and the total number of rows. */
export type LoadedListRows<Row> = { count: number; rows: readonly Row[] }

type FetchPage<Row> = (page: { Rows: number; Page: number }) => Promise<LoadedListRows<Row>>

export const INITIAL_LIST_ROWS = 20
/** Maximum number of rows of a request; each request doubles the number, so that a long list needs few requests. */
const PAGE_ROWS_MAX = 640

/** Loads the next rows; if the list has changed meanwhile, its pages have shifted and all rows are loaded again. */
export async function loadMoreRows<Row>(
  fetchPage: FetchPage<Row>,
  { count, rows }: LoadedListRows<Row>,
): Promise<LoadedListRows<Row>> {
  const Rows = Math.min(PAGE_ROWS_MAX, rows.length)
  const next = await fetchPage({ Rows, Page: rows.length / Rows + 1 })
  if (next.count === count) return finishList([...rows, ...next.rows], count, next.rows.length < Rows)
  const all: Row[] = []
  let part = next
  for (let Page = 1; all.length < rows.length + Rows; Page++) {
    part = await fetchPage({ Rows, Page })
    all.push(...part.rows)
    if (part.rows.length < Rows) break
  }
  return finishList(all, part.count, part.rows.length < Rows)
}

/** An incomplete page is the last page, even if an earlier reply had a higher count. */
const finishList = <Row>(rows: Row[], count: number, isEnd: boolean): LoadedListRows<Row> => ({
  count: isEnd ? rows.length : count,
  rows,
})
