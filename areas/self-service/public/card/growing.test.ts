import { expect, test } from 'vitest'
import { AT_FIRST, grow, type Shown } from './growing.ts'

// A list on a phone, read page by page while it may change at the counter.

/** A list of so many rows, the newest first, as the server answers its pages. */
function listOf(length: number) {
  const all = Array.from({ length }, (_, at) => length - at)
  const ask = async ({ Rows, Page }: { Rows: number; Page: number }): Promise<Shown<number>> => {
    if (Rows > 1000) throw new Error('At most 1000 rows at once')
    return { count: all.length, rows: all.slice((Page - 1) * Rows, Page * Rows) }
  }
  const add = () => all.unshift(all.length + 1)
  return { all, ask, add }
}

test.each([20, 21, 40, 999, 1_000, 1_001, 5_000])('%i rows are all shown, each once', async (length) => {
  const { all, ask } = listOf(length)
  let shown = await ask({ Rows: AT_FIRST, Page: 1 })
  while (shown.rows.length < shown.count) shown = await grow(ask, shown)
  expect(shown).toEqual({ count: length, rows: all })
})

test('a row that comes in between is shown, and none is there twice', async () => {
  const { all, ask, add } = listOf(1_300)
  let shown = await ask({ Rows: AT_FIRST, Page: 1 })
  for (let turn = 0; shown.rows.length < shown.count; turn++) {
    if (turn === 1 || turn === 6) add()
    shown = await grow(ask, shown)
  }
  expect(shown).toEqual({ count: 1_302, rows: all })
})

test('a list that has become shorter ends where it ends', async () => {
  const { all, ask } = listOf(50)
  const shown = await ask({ Rows: AT_FIRST, Page: 1 })
  all.splice(0, 25)
  expect(await grow(ask, shown)).toEqual({ count: 25, rows: all })
})
