import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { SharedListTotals } from './counts.ts'
import { anonymousActor, type Ctx } from './ctx.ts'
import { readPageOfList, sqlList } from './list.ts'

const app = useApp()

/** Reads the first page of the numbers up to `last`, which PostgreSQL generates only as far as they are read. */
const readNumbers = (last: number, selective: boolean) =>
  readPageOfList(
    {
      db: app.db,
      actor: anonymousActor,
      now: app.clock.now(),
      services: { counts: new SharedListTotals() },
    } as unknown as Ctx,
    sqlList({
      from: sql`(select generate_series(1, ${sql.lit(last)}) as n) numbers`,
      select: sql<{ N: number }>`page.n`,
      page: { keys: sql`n`, joins: sql``, selective },
    }),
    { Rows: 2, Page: 1 },
  )
const rows = [{ N: 1 }, { N: 2 }]

test.each([false, true])(
  'list: up to ten thousand rows are counted exactly (selective filters: %s)',
  async (selective) => {
    for (const count of [1_999, 9_999]) expect(await readNumbers(count, selective)).toEqual({ count, rows })
  },
)

test.each([false, true])('list: a long list is counted exactly (selective filters: %s)', async (selective) => {
  expect(await readNumbers(12_345, selective)).toEqual({ count: 12_345, rows })
})
