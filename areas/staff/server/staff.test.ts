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
const staffCaller = staffWith()
const codes = (reply: { body: { rows: { Code: string }[] } }) => reply.body.rows.map(({ Code }) => Code)

describe('list of buildings', () => {
  test.each([
    ['without filters: all but deleted ones', {}, ['HQ', 'KLCC', 'OLD', 'PAV', 'SVC']],
    [
      'by status and types, as the dashboard requests',
      { Search: '{"Status":"active","building_type_id":[1,4,5]}' },
      ['KLCC', 'PAV'],
    ],
    ['by a part of the code', { Search: { Code: 'av' } }, ['PAV']],
    ['by a part of the name, with % as a literal', { Search: { Name: '0%' } }, ['SVC']],
    [
      'with the filter All, which matches every row',
      { Search: { Status: 'All', Name: '' } },
      ['HQ', 'KLCC', 'OLD', 'PAV', 'SVC'],
    ],
    ['by a status with a wildcard, which matches no row', { Search: { Status: '%' } }, []],
    ['for the second page', { Rows: 2, Page: 2 }, ['OLD', 'PAV']],
    ['in descending order', { SortOption: 'Name', SortDirection: 'desc', Rows: 1 }, ['KLCC']],
  ])('building list: returns the expected rows for a request %s', async (_, body, expected) => {
    expect(codes(await app.call(listBuildings, body as never, staffCaller))).toEqual(expected)
  })

  test('building list: the count includes all rows that match, not only those of the page', async () => {
    expect((await app.call(listBuildings, { Rows: 1 }, staffCaller)).body).toMatchObject({
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
  ])('building list: an invalid request is rejected (%j)', async (body) => {
    expect((await app.call(listBuildings, body as never, staffCaller)).status).toBe(400)
  })
})

test('building: a reply has the specified field names and the additional ones, with the same values', async () => {
  for (const call of [listBuildings, getBuildings]) {
    const { rows } = (await app.call(call, {}, staffCaller)).body
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ Id, code, name }) => [Id, code, name])).toEqual(
      rows.map(({ BuildingId, Code, Name }) => [BuildingId, Code, Name]),
    )
  }
})

test('buildings and departments: a request for the whole list returns all active rows', async () => {
  expect(codes(await app.call(getBuildings, {}, staffCaller))).toEqual(['HQ', 'KLCC', 'PAV', 'SVC'])
  expect((await app.call(getDepartments, {}, staffCaller)).body).toMatchObject({
    count: 1,
    rows: [{ Code: 'SAL', Name: 'Sales' }],
  })
})

test.each([
  ['a part of the name', { Q: 'aisy' }, ['KL01']],
  ['the salesperson code, in lower case', { SalesPersonCode: 'kl01' }, ['KL01']],
  ['the outlet', { BuildingCode: 'pav', Q: 'wei' }, ['PV01']],
  ['the status', { Status: 'inactive' }, ['PV01']],
  ['the name of a deleted staff member, without result', { Q: 'gone' }, []],
])('staff list: can be filtered by %s', async (_, Search, expected) => {
  const { body } = await app.call(listStaffs, { Search }, staffCaller)
  expect(body.rows.map(({ SalesPersonCode }) => SalesPersonCode)).toEqual(expected)
})
