import { expect, test } from 'vitest'
import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { filterText, Points } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { readListState } from './address.ts'
import { cellKind } from './columns.tsx'
import { buildListInput, listProperties } from './list.ts'

const list = (rows: number) =>
  read({
    path: '/things/find-all',
    access: 'staff',
    scope: unnamedRows('shared'),
    summary: 'Things',
    body: pageQuery({ Name: filterText, Size: z.int() }, { rows, sort: ['Name', 'Size'], direction: 'DESC' }).extend({
      isCampaign: z.string().optional(),
    }),
    reply: pageReply(z.strictObject({ Name: z.string(), Points })),
  })

test('list: the default order and the page size are those of the endpoint', () => {
  expect(listProperties(list(50))).toMatchObject({
    sortable: ['Name', 'Size'],
    defaults: { size: 50, sort: 'Name', direction: 'DESC' },
    paged: true,
  })
})

test('list: a page has 20 rows even if the endpoint returns up to 1,000 rows by default', () => {
  expect(listProperties(list(1000)).defaults.size).toBe(20)
})

test('list: on a phone the first page has at most 20 rows', () => {
  expect(listProperties(list(50), { phone: true }).defaults.size).toBe(20)
  expect(listProperties(list(10), { phone: true }).defaults.size).toBe(10)
})

test('list: each filter is sent where the endpoint expects it, with the type that the endpoint requires', () => {
  const facts = listProperties(list(10))
  const base = { ...facts.defaults, filters: {}, columns: null, density: 'comfortable' as const }
  const names = { filters: ['Name', 'Size', 'isCampaign'], sortable: facts.sortable, base }
  const state = readListState(new URLSearchParams('Name=x&Size=3&isCampaign=Y&page=2'), names)
  const input = buildListInput(facts, state, { Search: { Name: 'fixed' } })
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
])('cell kind: the field %s has the cell kind %3$s', (field, schema, kind) => {
  expect(cellKind(field, schema)).toBe(kind)
})
