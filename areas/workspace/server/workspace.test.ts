import { describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  addRecentRecord,
  getMenuBadges,
  getPreferences,
  listRecentRecords,
  RECENT_RECORDS_MAX,
  savePreferences,
} from '../contract.ts'

const app = useApp({ at: '2026-03-01T04:00:00Z' })

describe('preferences of a user', () => {
  test('preferences: the reply is null until the first change, which is merged with the specified defaults', async () => {
    const newcomer = staffWith({ roles: ['Dashboard'] })
    expect((await app.call(getPreferences, {}, newcomer)).body.Preferences).toBeNull()

    const { body } = await app.call(savePreferences, { Mode: 'dark' }, newcomer)

    expect(body.Preferences).toEqual({
      Mode: 'dark',
      Navigation: 'side',
      CollapsedYN: 'N',
      Direction: 'ltr',
      HeaderColor: '#3e82f7',
      AccentColor: '#1b4fd0',
      Language: 'en',
      Density: 'comfortable',
      SingleKeysYN: 'Y',
      StartPage: 'auto',
    })
    expect((await app.call(getPreferences, {}, newcomer)).body).toEqual(body)
  })

  test('preferences: several changes of one user are merged and do not affect other users', async () => {
    await app.call(savePreferences, { Language: 'ja' }, outletStaff)
    await app.call(savePreferences, { HeaderColor: '#0B1F3A' }, outletStaff)

    const { body } = await app.call(getPreferences, {}, outletStaff)

    expect(body.Preferences).toMatchObject({ Language: 'ja', HeaderColor: '#0b1f3a' })
    expect((await app.call(getPreferences, {})).body.Preferences).toBeNull()
  })

  test.each([{ HeaderColor: 'red' }, { Language: 'de' }, { UserId: 1 }])(
    'preferences: the API rejects %o',
    async (invalidInput) => {
      expect(await app.call(savePreferences, invalidInput as never)).toMatchObject({ status: 400 })
    },
  )
})

describe('recent records of a user', () => {
  const openedRecords = async (caller = outletStaff) =>
    (await app.call(listRecentRecords, {}, caller)).body.rows.map(({ Path, Name }) => [Path, Name])

  test('recent records: the list has the ten latest records without duplicates, latest first', async () => {
    const caller = staffWith({ roles: ['Customer Transaction'] })
    const sale = (n: number) => `/transactions/N/INV-${n}`
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 5]) {
      await app.call(addRecentRecord, { Path: sale(n), Screen: '/transactions/:T/:I', Name: `INV-${n}` }, caller)
      app.clock.advance(1)
    }

    expect((await openedRecords(caller)).map(([path]) => path)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3].map(sale))
    const stored = await app.sql<{ count: number }>(`select count(*)::int as count from recent_record`)
    expect(stored).toEqual([{ count: RECENT_RECORDS_MAX }])
  })

  test('recent records: the list has the current name and the masked identity number, and no deleted customers', async () => {
    const { CustomerId } = await customer(app.db, { FullName: 'SITI AMINAH', IdNo: '900203145678' })
    const path = `/customers/${CustomerId}`
    await app.call(
      addRecentRecord,
      { Path: path, Screen: '/customers/:CustomerId', Name: 'Typed by the page' },
      outletStaff,
    )
    await app.sql(`update customer set full_name = 'SITI NURHALIZA' where customer_id = $1`, CustomerId)

    const { rows } = (await app.call(listRecentRecords, {}, outletStaff)).body

    expect(rows).toMatchObject([{ Path: path, Name: 'SITI NURHALIZA', About: '******-**-5678' }])
    expect(await app.sql('select name from recent_record where path = $1', path)).toEqual([{ name: null }])
    await app.sql(`update customer set status = 'Deleted' where customer_id = $1`, CustomerId)
    expect(await openedRecords()).toEqual([])
  })

  test('recent records: once a user has lost the customer role, the list has no customers', async () => {
    const { CustomerId } = await customer(app.db, { FullName: 'TAN MEI LING' })
    const caller = staffWith({ roles: ['Customer', 'Dashboard'] })
    const { userId } = await app.token(caller)
    await app.call(addRecentRecord, { Path: `/customers/${CustomerId}`, Screen: '/customers/:CustomerId' }, caller)
    expect(await openedRecords(caller)).toHaveLength(1)

    await app.sql(`delete from user_role where user_id = $1 and role = 'Customer'`, userId)

    expect(await openedRecords(caller)).toEqual([])
  })

  test('recent records: a path with a query is refused', async () => {
    const invalidInput = { Path: '/customers/1?q=SITI', Screen: '/customers/:CustomerId' }
    expect(await app.call(addRecentRecord, invalidInput, outletStaff)).toMatchObject({ status: 400 })
  })
})

test('menu badges: users who may import see how many imports are running or have failed today', async () => {
  const job = (status: string, age: string) =>
    app.sql(
      `insert into import_job (kind, file_name, status, created_at) values ('customers', 'a.csv', '${status}', $1::timestamptz - interval '${age}')`,
      app.clock.now(),
    )
  await job('Running', '1 hour')
  await job('Failed', '2 hours')
  await job('Failed', '3 days')
  await job('Completed', '1 hour')

  expect((await app.call(getMenuBadges, {})).body.rows).toEqual([{ Path: '/imports', Count: 2 }])
  expect((await app.call(getMenuBadges, {}, outletStaff)).body.rows).toEqual([])
})
