import { describe, expect, test } from 'vitest'
import { baseOf, differs, filtersWithout, lastPage, readState, viewOf, writeState } from './address.ts'

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
const read = (query: string) => readState(new URLSearchParams(query), names)

describe('the address of a list', () => {
  test('says nothing while everything is at its default', () => {
    expect(writeState(new URLSearchParams(), read(''), names).toString()).toBe('')
  })

  test('comes back as it was written', () => {
    const state = {
      page: 3,
      size: 50,
      sort: 'Points',
      direction: 'DESC' as const,
      filters: { Name: 'Ün & co', Status: 'Active' },
      columns: [{ Field: 'Name' }, { Field: 'Points', Width: 'wide' as const }],
      density: 'compact' as const,
    }
    const address = writeState(new URLSearchParams(), state, names)
    expect(address.get('sort')).toBe('-Points')
    expect(readState(new URLSearchParams(address.toString()), names)).toEqual(state)
  })

  test('leaves out empty filters and All', () => {
    const address = writeState(
      new URLSearchParams('Name=x'),
      { ...read(''), filters: { Name: '  ', Status: 'All' } },
      names,
    )
    expect(address.toString()).toBe('')
  })

  test('keeps what belongs to others', () => {
    const address = writeState(new URLSearchParams('tab=points&dialog=add&page=4'), { ...read(''), page: 1 }, names)
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
  ])('written by hand as %s, is read as the default', (query) => {
    expect(read(query)).toEqual(read(''))
  })

  test('keeps two lists of one page apart', () => {
    const second = { ...names, prefix: 'rewards.' }
    const address = writeState(new URLSearchParams('page=2'), { ...read(''), page: 5 }, second)
    expect(address.toString()).toBe('page=2&rewards.page=5')
    expect(readState(address, names).page).toBe(2)
    expect(readState(address, second).page).toBe(5)
  })
})

test.each([
  [0, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
])('%i records at %i a page end on page %i', (count, size, last) => {
  expect(lastPage(count, size)).toBe(last)
})

describe('the address of a view', () => {
  const base = {
    ...names.base,
    filters: { Status: 'Active' },
    sort: 'Points',
    direction: 'DESC' as const,
    columns: [{ Field: 'Name' }, { Field: 'Points' }],
  }
  const inView = { ...names, base }
  const opened = readState(new URLSearchParams(), inView)

  test('says nothing while the view is as it was saved', () => {
    expect(opened).toMatchObject(base)
    expect(writeState(new URLSearchParams(), opened, inView).toString()).toBe('')
    expect(differs(opened, base, names.filters)).toBe(false)
    expect(differs({ ...opened, page: 4 }, base, names.filters)).toBe(false)
  })

  test.each([
    ['a filter that was taken off', { filters: {} }, 'Status='],
    ['another value', { filters: { Status: 'Inactive' } }, 'Status=Inactive'],
    ['a filter more', { filters: { Status: 'Active', Name: 'x' } }, 'Name=x'],
    ['the plain order', { sort: 'Name', direction: 'ASC' as const }, 'sort=Name'],
    ['the declared columns', { columns: null }, 'columns=declared'],
    ['close rows', { density: 'compact' as const }, 'density=compact'],
  ])('says %s, and reads it again', (_, change, query) => {
    const state = { ...opened, ...change }
    const address = writeState(new URLSearchParams('view=7'), state, inView)
    expect(address.toString()).toBe(`view=7&${query}`)
    expect(readState(address, inView)).toEqual(state)
    expect(differs(state, base, names.filters)).toBe(true)
  })

  test('is kept whole and comes back whole', () => {
    expect(baseOf(viewOf(opened), names.filters, names.sortable, names.base)).toEqual(base)
  })

  test('passes over what the list no longer knows', () => {
    const view = { ...viewOf(opened), Filters: { Gone: 'x', Status: 'Active' }, Sort: 'Gone', Size: 33 }
    expect(baseOf(view, names.filters, names.sortable, names.base)).toEqual({
      ...base,
      sort: 'Name',
      direction: 'ASC',
      size: 20,
    })
  })

  test('says by which of its filters the list cannot be filtered', () => {
    const view = { ...viewOf(opened), Filters: { Gone: 'x', Status: 'Active' } }
    expect(filtersWithout(view, names.filters)).toEqual(['Gone'])
    expect(filtersWithout(viewOf(opened), names.filters)).toEqual([])
  })
})
