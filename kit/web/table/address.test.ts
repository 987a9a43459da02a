import { describe, expect, test } from 'vitest'
import { lastPage, readState, writeState } from './address.ts'

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
