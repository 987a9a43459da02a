import { expect, test } from 'vitest'
import { everyLook, pairsOf, pairwiseLooks, valuesOf } from './looks.ts'

const PAGES = 12
const pages = pairwiseLooks(PAGES)

test('page tests: every page is tested in each language, mode, direction, colour scheme and width', () => {
  const all = new Set(everyLook.flatMap(valuesOf))
  for (const looks of pages) expect(new Set(looks.flatMap(valuesOf))).toEqual(all)
})

test('page tests: every combination of two settings, such as French at 390 px, is tested on some page', () => {
  const all = new Set(everyLook.flatMap((look) => pairsOf(valuesOf(look))))
  expect(new Set(pages.flat().flatMap((look) => pairsOf(valuesOf(look))))).toEqual(all)
})

test('page tests: the keyboard is tested with each language, mode, direction, colour scheme and width', () => {
  expect(new Set(pages.flatMap(([first]) => valuesOf(first!)))).toEqual(new Set(everyLook.flatMap(valuesOf)))
})
