/** What is shown of a list: so many rows of so many. */
export type Shown<Row> = { count: number; rows: readonly Row[] }

type Ask<Row> = (page: { Rows: number; Page: number }) => Promise<Shown<Row>>

export const AT_FIRST = 20
/** As many again with each turn, so that a long list takes few of them, and never more than a list answers at once. */
const MOST_AT_ONCE = 640

/**
 * The rows shown and the next ones. Where the list has changed in between, its pages have moved: then all of it is read again, as
 * far as it goes now, so that no row is missing or there twice.
 */
export async function grow<Row>(ask: Ask<Row>, { count, rows }: Shown<Row>): Promise<Shown<Row>> {
  const Rows = Math.min(MOST_AT_ONCE, rows.length)
  const next = await ask({ Rows, Page: rows.length / Rows + 1 })
  if (next.count === count) return ended([...rows, ...next.rows], count, next.rows.length < Rows)
  const all: Row[] = []
  let part = next
  for (let Page = 1; all.length < rows.length + Rows; Page++) {
    part = await ask({ Rows, Page })
    all.push(...part.rows)
    if (part.rows.length < Rows) break
  }
  return ended(all, part.count, part.rows.length < Rows)
}

/** After a page that is not full there is nothing, whatever was counted a moment ago. */
const ended = <Row>(rows: Row[], count: number, isEnd: boolean): Shown<Row> => ({
  count: isEnd ? rows.length : count,
  rows,
})
