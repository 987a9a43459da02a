import { describe, expect, test } from 'vitest'
import { listAuditLog } from '#areas/audit/contract.ts'
import { addView } from '#areas/views/contract.ts'
import { SHARED_TOTAL_ROWS_MIN } from '#kit/server/counts.ts'
import { type Caller, hq, staffWith, useApp } from './harness.ts'

// A list of up to 10,000 rows is counted with its page.
// The total of a longer list is cached for a few seconds, because each count reads all rows.

const app = useApp({ at: '2026-06-15T04:00:00Z' })
const colleague = staffWith({ roles: 'all', privileges: 'all', outlet: 'HQ' })

const filled = (type: string, rows: number) =>
  app.sql(
    `insert into audit_log (logged_at, action_type, object_type, object_id, log_text, updated_by)
     select '2026-06-01', 'Test', $1, n::text, 'Test', 'test' from generate_series(1, $2::int) n`,
    type,
    rows,
  )
const total = async (ObjectType: string, as: Caller = hq) =>
  (await app.call(listAuditLog, { Rows: 5, Search: { ObjectType } }, as)).body.count

describe('total number of rows of a list', () => {
  test('list total: is always current for up to 10,000 rows', async () => {
    await filled('Short', SHARED_TOTAL_ROWS_MIN - 1)
    expect(await total('Short')).toBe(SHARED_TOTAL_ROWS_MIN - 1)
    await filled('Short', 1)
    expect(await total('Short', colleague)).toBe(SHARED_TOTAL_ROWS_MIN)
  })

  test('list total: above 10,000 rows, the total is exact but can be up to five seconds old', async () => {
    await filled('Long', SHARED_TOTAL_ROWS_MIN + 1)
    expect(await total('Long')).toBe(SHARED_TOTAL_ROWS_MIN + 1)
    await filled('Long', 1)
    app.clock.advance(5)
    expect(await total('Long', colleague)).toBe(SHARED_TOTAL_ROWS_MIN + 1)
    app.clock.advance(1)
    expect(await total('Long', colleague)).toBe(SHARED_TOTAL_ROWS_MIN + 2)
  })

  test('list total: above 10,000 rows, the total is current for the user who made a change', async () => {
    await filled('ListView', SHARED_TOTAL_ROWS_MIN + 1)
    const before = await total('ListView')
    app.clock.advance(1)
    await filled('ListView', 1)
    expect(await total('ListView')).toBe(before)
    const State = { Filters: {}, Sort: null, Direction: 'ASC', Size: 50, Columns: null, Density: 'compact' } as const
    const view = await app.call(addView, { List: '/customer/customers/find-all', Name: 'Mine', State })
    expect(view.status).toBe(201)
    const after = await total('ListView')
    expect(after).toBeGreaterThan(before)
    expect(await total('ListView', colleague)).toBe(after)
  })

  test('list total: only rows that match the filter are counted', async () => {
    await filled('Other', SHARED_TOTAL_ROWS_MIN + 7)
    await total('Long')
    expect(await total('Other')).toBe(SHARED_TOTAL_ROWS_MIN + 7)
    expect(await total('Nothing')).toBe(0)
  })
})
