import { expect, test } from 'vitest'
import { type ListTotal, SHARED_TOTAL_ROWS_MIN, SharedListTotals } from './counts.ts'
import { type Actor, anonymousActor } from './ctx.ts'

const exact = (count: number): ListTotal => ({ count, isEstimate: false })
const LONG = exact(SHARED_TOTAL_ROWS_MIN + 1)
const LONGER = exact(SHARED_TOTAL_ROWS_MIN + 2)
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 31, 4, 0, seconds))
const caller = (userId: number, seconds = 0) => ({
  actor: { ...anonymousActor, kind: 'staff', userId } satisfies Actor,
  now: at(seconds),
})

/** Creates a count that the test resolves or rejects. */
function controlledCount() {
  let times = 0
  const { promise, resolve, reject } = Promise.withResolvers<ListTotal>()
  const count = () => {
    times++
    return promise
  }
  return { count, resolve, reject, times: () => times }
}
const never = () => Promise.reject(new Error('It should not have been counted'))

test('shared total: concurrent requests for the same long list use one count', async () => {
  const counts = new SharedListTotals()
  const { count, resolve, times } = controlledCount()
  const totals = [1, 2, 3].map((userId) => counts.total('sales', caller(userId), count))
  resolve(LONG)
  expect(await Promise.all(totals)).toEqual([LONG, LONG, LONG])
  expect(times()).toBe(1)
})

test('shared total: a total is used again for five seconds, and only for the same query', async () => {
  const counts = new SharedListTotals()
  await counts.total('sales', caller(1), async () => LONG)
  expect(await counts.total('sales', caller(2, 5), never)).toBe(LONG)
  expect(await counts.total('sales of one outlet', caller(2, 5), async () => LONGER)).toBe(LONGER)
  expect(await counts.total('sales', caller(2, 6), async () => LONG)).toBe(LONG)
})

test('shared total: after a change, the user who made it gets a new count, which other users share', async () => {
  const counts = new SharedListTotals()
  await counts.total('sales', caller(1), async () => LONG)
  counts.changed(caller(1).actor, at(1))
  expect(await counts.total('sales', caller(2, 2), never)).toBe(LONG)
  expect(await counts.total('sales', caller(1, 2), async () => LONGER)).toBe(LONGER)
  expect(await counts.total('sales', caller(2, 3), never)).toBe(LONGER)
})

test('shared total: a user who changes a record during a count waits for this count and then gets a new one', async () => {
  const counts = new SharedListTotals()
  const [before, after] = [controlledCount(), controlledCount()]
  const first = counts.total('sales', caller(2), before.count)
  counts.changed(caller(1).actor, at(1))
  const second = counts.total('sales', caller(1, 2), after.count)
  await Promise.resolve()
  expect(after.times()).toBe(0)
  before.resolve(LONG)
  after.resolve(LONGER)
  expect([await first, await second]).toEqual([LONG, LONGER])
})

test('shared total: after a failed count, one of the waiting callers counts again', async () => {
  const counts = new SharedListTotals()
  const [broken, next] = [controlledCount(), controlledCount()]
  const first = counts.total('sales', caller(1), broken.count)
  const others = [2, 3].map((userId) => counts.total('sales', caller(userId), next.count))
  broken.reject(new Error('The caller broke its transaction'))
  next.resolve(LONG)
  await expect(first).rejects.toThrow('broke')
  expect(await Promise.all(others)).toEqual([LONG, LONG])
  expect(next.times()).toBe(1)
})

test('shared total: if a count exceeds the time limit, all waiting callers fail without another count', async () => {
  const counts = new SharedListTotals()
  const { count, reject } = controlledCount()
  const totals = [1, 2].map((userId) => counts.total('sales', caller(userId), userId === 1 ? count : never))
  reject(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }))
  for (const total of totals) await expect(total).rejects.toThrow('statement timeout')
})

test('shared total: the total of a list that has become short is counted for each request', async () => {
  const counts = new SharedListTotals()
  await counts.total('sales', caller(1), async () => LONG)
  expect(counts.isLong('sales')).toBe(true)
  await counts.total('sales', caller(1, 9), async () => exact(SHARED_TOTAL_ROWS_MIN))
  expect(counts.isLong('sales')).toBe(false)
})
