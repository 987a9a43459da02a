import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildings, outletCodes } from '#app/demo/company.ts'
import { brands, productGroups } from '#app/demo/lists.ts'
import { Mapping, targetFields } from '#areas/imports/contract/mapping.ts'
import { textsIn } from './texts.ts'

// Who tries the examples of the documents in the demo must not meet outlets or goods that it does not have.

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const codes: readonly string[] = outletCodes
const known: Record<string, readonly string[]> = {
  OutletCode: codes,
  Brand: brands,
  ProductGroup: productGroups.map(({ code }) => code),
  ProductType: productGroups.map(({ type }) => type),
}

test('the mappings in docs/imports.md can be used as they stand, and name what the demo has', () => {
  const examples = [...read('docs/imports.md').matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) =>
    Mapping.parse(JSON.parse(json!)),
  )
  expect(examples.length).toBeGreaterThanOrEqual(4)
  const named = examples.flatMap(({ constants, createMembers, ensureRules }) => [
    ...Object.entries(constants),
    ...Object.entries(createMembers ?? {}),
    ...(ensureRules?.Rate && !ensureRules.Brands.includes(ensureRules.Rate.Brand)
      ? [['Brand', ensureRules.Rate.Brand]]
      : []),
  ])
  const unknown = named.filter(([field, value]) => known[field!] && value !== null && !known[field!]!.includes(value!))
  expect(unknown).toEqual([])
})

test('the examples that a template shows are of things that the demo has', () => {
  const named = Object.values(targetFields).flatMap((fields) => Object.entries<{ example: string }>(fields))
  expect(named.filter(([field, { example }]) => known[field] && !known[field].includes(example))).toEqual([])
})

test.each(['en', 'fr', 'ja', 'zh'])('the help in %s names outlets of the demo', (language) => {
  const words = [...textsIn(language)]
    .filter(([key]) => key.includes(':pageHelp.'))
    .map(([, text]) => text)
    .join()
  const outlets = words.match(/\b(?:[A-Z]{2}\d|KLCC|PAV)\b/g) ?? []
  expect(outlets.filter((code) => !buildings.some((building) => building.code === code))).toEqual([])
  expect(words).toContain('KL1')
})
