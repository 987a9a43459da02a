import { describe, expect, test } from 'vitest'
import { listMemberships } from '#areas/memberships/contract/memberships.ts'
import { registered } from '#tests/factories/customers.ts'
import { category } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith, type TestApp, useApp } from '#tests/harness.ts'
import { getDashboard } from '../contract.ts'

// The time is 10:00 in Kuala Lumpur, so yesterday is the 19th both in Kuala Lumpur and in UTC.
const app = useApp({ at: '2026-03-20T02:00:00Z', prepare })
const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

async function prepare({ db }: TestApp) {
  const { Code } = await category(db)
  const premium = { MemberType: 'Premium Member', CardCategoryCode: Code } as const
  await registered(db, {}, { ...premium, JoinDate: '2025-01-01' })
  await registered(db, {}, { ...premium, JoinDate: '2026-03-19' })
  await registered(db, {}, { ...premium, JoinDate: '2026-03-20' })
  await registered(db, {}, { ...premium, JoinDate: '2025-01-01', Status: 'Suspended' })
  await registered(db, { RegistrationSource: 'Self Registration Portal' }, { JoinDate: '2026-03-01' })
  await registered(db, { RegistrationSource: 'Import' }, { JoinDate: '2026-03-02' })
  await registered(db, {}, { JoinDate: '2026-02-28' })
  await registered(db, {}, { JoinDate: '2026-03-05', Status: 'Archived' })
  await registered(db, { RegisteredOutletCode: 'PAV' }, { ...premium, JoinDate: '2026-03-10' })
}

describe('dashboard figures', () => {
  test('dashboard figures: head office gets the figures of all outlets up to the day before', async () => {
    const { body } = await app.call(getDashboard, march, hq)

    expect(body).toEqual({
      ...march,
      OutletCode: null,
      AsAt: '2026-03-19',
      TotalActiveMember: 3,
      TotalNewMember: 4,
      TotalSelfRegistered: 1,
      TotalManualRegistered: 2,
    })
  })

  test('dashboard figures: head office can select an outlet, and the selection HQ means all outlets', async () => {
    const pavilion = await app.call(getDashboard, { ...march, OutletCode: 'pav' }, hq)
    const reply = await app.call(getDashboard, { ...march, OutletCode: 'HQ' }, hq)

    expect(pavilion.body).toMatchObject({ OutletCode: 'PAV', TotalActiveMember: 1, TotalNewMember: 1 })
    expect(reply.body).toMatchObject({ OutletCode: null, TotalActiveMember: 3 })
  })

  test('dashboard figures: outlet staff get the figures of their own outlet and need no role', async () => {
    const { body } = await app.call(getDashboard, march, staffWith())

    expect(body).toMatchObject({ OutletCode: 'KLCC', TotalActiveMember: 2, TotalNewMember: 3 })
  })

  test('dashboard figures: outlet staff get 403 for another outlet', async () => {
    const { status, refusal } = await app.call(getDashboard, { ...march, OutletCode: 'PAV' }, outletStaff)

    expect([status, refusal.code]).toEqual([403, 'dashboard.other_outlet'])
  })

  test('dashboard figures: a request with reversed dates is rejected', async () => {
    const { status, refusal } = await app.call(getDashboard, { DateFrom: '2026-03-02', DateTo: '2026-03-01' }, hq)

    expect([status, refusal.code]).toEqual([400, 'dashboard.dates_reversed'])
  })

  test('dashboard figures: each figure equals the number of rows in the list that its card opens', async () => {
    const count = async (Search: object) => (await app.call(listMemberships, { Rows: 1, Search }, hq)).body.count
    const joined = { JoinDateFrom: '2026-03-01', JoinDateTo: '2026-03-19' }

    const { body } = await app.call(getDashboard, march, hq)

    expect(await count({ Status: 'Active', MemberType: 'Premium Member', JoinDateTo: '2026-03-19' })).toBe(
      body.TotalActiveMember,
    )
    expect(await count(joined)).toBe(body.TotalNewMember)
    expect(await count({ ...joined, RegistrationSource: 'Self Registration Portal' })).toBe(body.TotalSelfRegistered)
    expect(await count({ ...joined, RegistrationSource: 'CRM' })).toBe(body.TotalManualRegistered)
  })
})
