import { expect, test } from 'vitest'
import { INITIAL_LIST_ROWS, type LoadedListRows, loadMoreRows } from './load-more.ts'

// A phone loads a list page by page while the list may change.

/** Serves a list with this many rows, newest first, in pages as the server does. */
function listOf(length: number) {
  const all = Array.from({ length }, (_, at) => length - at)
  const ask = async ({ Rows, Page }: { Rows: number; Page: number }): Promise<LoadedListRows<number>> => {
    if (Rows > 1000) throw new Error('At most 1000 rows at once')
    return { count: all.length, rows: all.slice((Page - 1) * Rows, Page * Rows) }
  }
  const add = () => all.unshift(all.length + 1)
  return { all, ask, add }
}

test.each([20, 21, 40, 999, 1_000, 1_001, 5_000])(
  'loading more rows: all %i rows are loaded, each once',
  async (length) => {
    const { all, ask } = listOf(length)
    let loaded = await ask({ Rows: INITIAL_LIST_ROWS, Page: 1 })
    while (loaded.rows.length < loaded.count) loaded = await loadMoreRows(ask, loaded)
    expect(loaded).toEqual({ count: length, rows: all })
  },
)

test('loading more rows: a row added in the meantime is loaded, and no row is loaded twice', async () => {
  const { all, ask, add } = listOf(1_300)
  let loaded = await ask({ Rows: INITIAL_LIST_ROWS, Page: 1 })
  for (let step = 0; loaded.rows.length < loaded.count; step++) {
    if (step === 1 || step === 6) add()
    loaded = await loadMoreRows(ask, loaded)
  }
  expect(loaded).toEqual({ count: 1_302, rows: all })
})

test('loading more rows: if rows are removed in the meantime, the list has exactly the remaining rows', async () => {
  const { all, ask } = listOf(50)
  const loaded = await ask({ Rows: INITIAL_LIST_ROWS, Page: 1 })
  all.splice(0, 25)
  expect(await loadMoreRows(ask, loaded)).toEqual({ count: 25, rows: all })
})
