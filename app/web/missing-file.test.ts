import { expect, test } from 'vitest'
import { claimAutomaticReload, isMissingFileError } from './missing-file.ts'

test('missing file: the error that each browser reports for a missing file is distinguished from a render error', () => {
  const messages = [
    'Failed to fetch dynamically imported module: https://shop/assets/Page.js',
    'error loading dynamically imported module: https://shop/assets/Page.js',
    'Importing a module script failed.',
  ]
  expect(messages.filter((message) => !isMissingFileError(new TypeError(message)))).toEqual([])
  expect(isMissingFileError(new TypeError('x is not a function'))).toBe(false)
  expect(isMissingFileError('Failed to fetch dynamically imported module')).toBe(false)
})

test('missing file: a page with a missing file reloads itself at most once a minute', () => {
  const stored = new Map<string, string>()
  const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) as never }
  expect([100_000, 130_000, 159_999, 160_000].map((now) => claimAutomaticReload(storage, now))).toEqual([
    true,
    false,
    false,
    true,
  ])
})
