import { describe, expect, test } from 'vitest'
import {
  differsFromView,
  lastPageNumberOf,
  readListState,
  toListBase,
  toViewState,
  unknownFiltersOfView,
  writeListState,
} from './address.ts'

const names = {
  filters: ['Name', 'Status'],
  sortable: ['Name', 'Points'],
  base: {
    size: 20,
    sort: 'Name',
    direction: 'ASC' as const,
    filters: {},
    columns: null,
    density: 'comfortable' as const,
  },
}
const read = (query: string) => readListState(new URLSearchParams(query), names)

describe('URL of a list', () => {
  test('list URL: the default state of a list needs no parameters', () => {
    expect(writeListState(new URLSearchParams(), read(''), names).toString()).toBe('')
  })

  test('list URL: a state that is written to the URL is the same when it is read again', () => {
    const state = {
      page: 3,
      size: 50,
      sort: 'Points',
      direction: 'DESC' as const,
      filters: { Name: 'Ün & co', Status: 'Active' },
      columns: [{ Field: 'Name' }, { Field: 'Points', Width: 'wide' as const }],
      density: 'compact' as const,
    }
    const address = writeListState(new URLSearchParams(), state, names)
    expect(address.get('sort')).toBe('-Points')
    expect(readListState(new URLSearchParams(address.toString()), names)).toEqual(state)
  })

  test('list URL: empty filters and the filter All are omitted', () => {
    const address = writeListState(
      new URLSearchParams('Name=x'),
      { ...read(''), filters: { Name: '  ', Status: 'All' } },
      names,
    )
    expect(address.toString()).toBe('')
  })

  test('list URL: parameters that do not belong to the list stay in the URL', () => {
    const address = writeListState(new URLSearchParams('tab=points&dialog=add&page=4'), { ...read(''), page: 1 }, names)
    expect(address.toString()).toBe('tab=points&dialog=add')
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=99999999',
    'size=7',
    'size=1000',
    'sort=Secret',
    'Other=1',
  ])('list URL: the invalid parameter %s is read as the default', (query) => {
    expect(read(query)).toEqual(read(''))
  })

  test('list URL: two lists on a page have different prefixes', () => {
    const second = { ...names, prefix: 'rewards.' }
    const address = writeListState(new URLSearchParams('page=2'), { ...read(''), page: 5 }, second)
    expect(address.toString()).toBe('page=2&rewards.page=5')
    expect(readListState(address, names).page).toBe(2)
    expect(readListState(address, second).page).toBe(5)
  })
})

test.each([
  [0, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
])('paging: %i records at %i per page end on page %i', (count, size, last) => {
  expect(lastPageNumberOf(count, size)).toBe(last)
})

describe('URL of a list view', () => {
  const base = {
    ...names.base,
    filters: { Status: 'Active' },
    sort: 'Points',
    direction: 'DESC' as const,
    columns: [{ Field: 'Name' }, { Field: 'Points' }],
  }
  const inView = { ...names, base }
  const stateInView = readListState(new URLSearchParams(), inView)

  test('list view URL: a view without changes needs no further parameters', () => {
    expect(stateInView).toMatchObject(base)
    expect(writeListState(new URLSearchParams(), stateInView, inView).toString()).toBe('')
    expect(differsFromView(stateInView, base, names.filters)).toBe(false)
    expect(differsFromView({ ...stateInView, page: 4 }, base, names.filters)).toBe(false)
  })

  test.each([
    ['a removed filter', { filters: {} }, 'Status='],
    ['another filter value', { filters: { Status: 'Inactive' } }, 'Status=Inactive'],
    ['an additional filter', { filters: { Status: 'Active', Name: 'x' } }, 'Name=x'],
    ['the default order', { sort: 'Name', direction: 'ASC' as const }, 'sort=Name'],
    ['the declared columns', { columns: null }, 'columns=declared'],
    ['compact rows', { density: 'compact' as const }, 'density=compact'],
  ])('list view URL: the URL contains %s and can be read back', (_, change, query) => {
    const state = { ...stateInView, ...change }
    const address = writeListState(new URLSearchParams('view=7'), state, inView)
    expect(address.toString()).toBe(`view=7&${query}`)
    expect(readListState(address, inView)).toEqual(state)
    expect(differsFromView(state, base, names.filters)).toBe(true)
  })

  test('list view: a stored state is the same when it is read again', () => {
    expect(toListBase(toViewState(stateInView), names.filters, names.sortable, names.base)).toEqual(base)
  })

  test('list view: filters, sort fields and page sizes that the list no longer has are ignored', () => {
    const view = { ...toViewState(stateInView), Filters: { Gone: 'x', Status: 'Active' }, Sort: 'Gone', Size: 33 }
    expect(toListBase(view, names.filters, names.sortable, names.base)).toEqual({
      ...base,
      sort: 'Name',
      direction: 'ASC',
      size: 20,
    })
  })

  test('list view: filters that the list does not have are reported', () => {
    const view = { ...toViewState(stateInView), Filters: { Gone: 'x', Status: 'Active' } }
    expect(unknownFiltersOfView(view, names.filters)).toEqual(['Gone'])
    expect(unknownFiltersOfView(toViewState(stateInView), names.filters)).toEqual([])
  })
})
