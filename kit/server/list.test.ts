import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { SharedListTotals } from './counts.ts'
import { anonymousActor, type Ctx } from './ctx.ts'
import { correctTotal, readPageOfList, sqlList } from './list.ts'

const app = useApp()

type Reading = { selective?: boolean; page?: number; exactTotal?: boolean }

/** Reads a page of the numbers up to `last`, which PostgreSQL generates only as far as they are read. */
const readNumbers = (last: number, { selective = false, page = 1, exactTotal = false }: Reading = {}) =>
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
    { Rows: 2, Page: page },
    { exactTotal },
  )
const rows = [{ N: 1 }, { N: 2 }]

test.each([false, true])(
  'list: up to ten thousand rows are counted exactly (selective filters: %s)',
  async (selective) => {
    for (const count of [1_999, 9_999]) expect(await readNumbers(count, { selective })).toEqual({ count, rows })
  },
)

test.each([false, true])('list: a long list is counted exactly (selective filters: %s)', async (selective) => {
  expect(await readNumbers(12_345, { selective })).toEqual({ count: 12_345, rows })
})

test.each([false, true])(
  'list: if counting would take long, the total is a marked estimate with two digits (selective filters: %s)',
  async (selective) => {
    expect(await readNumbers(123_456_789, { selective })).toEqual({
      count: 120_000_000,
      CountEstimatedYN: 'Y',
      rows,
    })
  },
)

test('list: a call with the time of a report gets the exact total of every list', async () => {
  expect(await readNumbers(12_345_678, { exactTotal: true })).toEqual({ count: 12_345_678, rows })
})

test('list: the rows of a page correct an estimated total', () => {
  const estimate = { count: 100, isEstimate: true }
  const corrected = (Page: number, rows: number) => correctTotal(estimate, { Rows: 10, Page }, rows)
  expect(corrected(10, 10), 'a full page within the estimate').toEqual(estimate)
  expect(corrected(12, 10), 'a full page after the estimated end').toEqual({ count: 120, isEstimate: true })
  expect(corrected(8, 3), 'the last page').toEqual({ count: 73, isEstimate: false })
  expect(corrected(9, 0), 'a page after the end').toEqual({ count: 80, isEstimate: true })
  expect(correctTotal({ count: 100, isEstimate: false }, { Rows: 10, Page: 9 }, 3)).toEqual({
    count: 100,
    isEstimate: false,
  })
})
