import { expect, test } from 'vitest'
import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { filterText, Points } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow } from '#kit/contract/scope.ts'
import { readState } from './address.ts'
import { cellKindOf } from './columns.tsx'
import { inputOfList, listFacts } from './list.ts'

const list = (rows: number) =>
  read({
    path: '/things/find-all',
    access: 'staff',
    scope: noRow('shared'),
    summary: 'Things',
    body: pageQuery({ Name: filterText, Size: z.int() }, { rows, sort: ['Name', 'Size'], direction: 'DESC' }).extend({
      isCampaign: z.string().optional(),
    }),
    reply: pageOf(z.strictObject({ Name: z.string(), Points })),
  })

test('a list reads its order and page size from its call', () => {
  expect(listFacts(list(50))).toMatchObject({
    sortable: ['Name', 'Size'],
    defaults: { size: 50, sort: 'Name', direction: 'DESC' },
    paged: true,
  })
})

test('a list that the contract serves whole is still read page by page', () => {
  expect(listFacts(list(1000)).defaults.size).toBe(20)
})

test('filters go where the call wants them, as the type it wants', () => {
  const facts = listFacts(list(10))
  const base = { ...facts.defaults, filters: {}, columns: null, density: 'comfortable' as const }
  const names = { filters: ['Name', 'Size', 'isCampaign'], sortable: facts.sortable, base }
  const state = readState(new URLSearchParams('Name=x&Size=3&isCampaign=Y&page=2'), names)
  const input = inputOfList(facts, state, { Search: { Name: 'fixed' } })
  expect(input).toEqual({
    Page: 2,
    Rows: 10,
    SortOption: 'Name',
    SortDirection: 'DESC',
    Search: { Name: 'fixed', Size: 3 },
    isCampaign: 'Y',
  })
  expect(list(10).body.safeParse(input).success).toBe(true)
})

test.each([
  ['Points', Points, 'points'],
  ['PointBalance', Points, 'points'],
  ['PointerId', Points, 'number'],
  ['Status', z.string(), 'status'],
  ['TaskStatus', z.string(), 'status'],
])('%s is shown as %3$s', (field, schema, kind) => {
  expect(cellKindOf(field, schema)).toBe(kind)
})
