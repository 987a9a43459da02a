import { expect, test } from 'vitest'
import { everyLook, pairsOf, pairwiseLooks, valuesOf } from './looks.ts'

const PAGES = 12
const pages = pairwiseLooks(PAGES)

test('each page is seen in each language, by day and by night, from either side, in own and forced colours, and at each width', () => {
  const all = new Set(everyLook.flatMap(valuesOf))
  for (const looks of pages) expect(new Set(looks.flatMap(valuesOf))).toEqual(all)
})

test('each two of language, day or night, side, colours and width meet on some page', () => {
  const all = new Set(everyLook.flatMap((look) => pairsOf(valuesOf(look))))
  expect(new Set(pages.flat().flatMap((look) => pairsOf(valuesOf(look))))).toEqual(all)
})

test('the walk by keyboard, in the first look of each page, meets each language, day and night, either side, own and forced colours and each width', () => {
  expect(new Set(pages.flatMap(([first]) => valuesOf(first!)))).toEqual(new Set(everyLook.flatMap(valuesOf)))
})
