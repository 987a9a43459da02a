import { describe, expect, test } from 'vitest'
import { make, staffWith, useApp } from '#tests/harness.ts'
import { getBuildings, getDepartments, listBuildings, listStaffs } from '../contract.ts'

const app = useApp({
  prepare: async ({ db }) => {
    await make.building(db, { Code: 'SVC', Name: 'Service 100% Centre', BuildingTypeId: 9 })
    await make.building(db, { Code: 'OLD', Name: 'Closed outlet', Status: 'Inactive' })
    await make.building(db, { Code: 'GONE', Status: 'Deleted' })
    await db
      .insertInto('Department')
      .values([
        { Code: 'SAL', Name: 'Sales' },
        { Code: 'OLD', Name: 'Old', Status: 'Deleted' },
      ])
      .execute()
    await make.staff(db, { FullName: 'NUR AISYAH', PreferredName: 'Aisyah', SalesPersonCode: 'KL01', outlet: 'KLCC' })
    await make.staff(db, {
      FullName: 'LIM WEI',
      PreferredName: 'Wei',
      SalesPersonCode: 'PV01',
      outlet: 'PAV',
      Status: 'Inactive',
    })
    await make.staff(db, { FullName: 'GONE GIRL', SalesPersonCode: 'XX01', Status: 'Deleted' })
  },
})
const anybody = staffWith()
const codes = (reply: { body: { rows: { Code: string }[] } }) => reply.body.rows.map(({ Code }) => Code)

describe('the list of buildings', () => {
  test.each([
    ['without filters all but the deleted', {}, ['HQ', 'KLCC', 'OLD', 'PAV', 'SVC']],
    [
      'the active outlets, as the dashboard asks',
      { Search: '{"Status":"active","building_type_id":[1,4,5]}' },
      ['KLCC', 'PAV'],
    ],
    ['by a part of the code', { Search: { Code: 'av' } }, ['PAV']],
    ['by a part of the name, whose % is a letter', { Search: { Name: '0%' } }, ['SVC']],
    ['with All, which is no filter', { Search: { Status: 'All', Name: '' } }, ['HQ', 'KLCC', 'OLD', 'PAV', 'SVC']],
    ['by a status with a wildcard nothing', { Search: { Status: '%' } }, []],
    ['the second page of two', { Rows: 2, Page: 2 }, ['OLD', 'PAV']],
    ['in the other direction', { SortOption: 'Name', SortDirection: 'desc', Rows: 1 }, ['KLCC']],
  ])('shows %s', async (_, body, expected) => {
    expect(codes(await app.call(listBuildings, body as never, anybody))).toEqual(expected)
  })

  test('counts all that match, not only the page', async () => {
    expect((await app.call(listBuildings, { Rows: 1 }, anybody)).body).toMatchObject({
      count: 5,
      rows: [{ Code: 'HQ' }],
    })
  })

  test.each([
    { Search: { Colour: 'red' } },
    { Rows: 0 },
    { Rows: '5' },
    { Page: -1 },
    { SortOption: 'Phone' },
    { Search: '{' },
    { Extra: 1 },
  ])('refuses %j', async (body) => {
    expect((await app.call(listBuildings, body as never, anybody)).status).toBe(400)
  })
})

test('an outlet answers the names of the specification beside ours', async () => {
  for (const call of [listBuildings, getBuildings]) {
    const { rows } = (await app.call(call, {}, anybody)).body
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ Id, code, name }) => [Id, code, name])).toEqual(
      rows.map(({ BuildingId, Code, Name }) => [BuildingId, Code, Name]),
    )
  }
})

test('all active buildings and departments can be had at once', async () => {
  expect(codes(await app.call(getBuildings, {}, anybody))).toEqual(['HQ', 'KLCC', 'PAV', 'SVC'])
  expect((await app.call(getDepartments, {}, anybody)).body).toMatchObject({
    count: 1,
    rows: [{ Code: 'SAL', Name: 'Sales' }],
  })
})

test.each([
  ['a part of the name', { Q: 'aisy' }, ['KL01']],
  ['the sales person code, in small letters', { SalesPersonCode: 'kl01' }, ['KL01']],
  ['the outlet', { BuildingCode: 'pav', Q: 'wei' }, ['PV01']],
  ['the status', { Status: 'inactive' }, ['PV01']],
  ['what was deleted nothing', { Q: 'gone' }, []],
])('staff is found by %s', async (_, Search, expected) => {
  const { body } = await app.call(listStaffs, { Search }, anybody)
  expect(body.rows.map(({ SalesPersonCode }) => SalesPersonCode)).toEqual(expected)
})
