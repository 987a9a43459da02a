import { beforeAll, describe, expect, test } from 'vitest'
import { nightSteps } from '#app/server/night.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { runNight } from '#areas/points/server/index.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { getExpiries, listExpiries, listExpiryGroups } from '../contract/expiries.ts'
import { getLiability, listLiabilityMonths } from '../contract/liability.ts'
import { getProof, listDifferences } from '../contract/proof.ts'
import { prove } from './prove.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const outlet = staffWith({ roles: ['Point Expiry', 'Redeem Rewards'] })

const tools = () => ({ database: app.database, clock: app.clock.now, timeZone: 'Asia/Kuala_Lumpur', log: () => {} })

let number = 0
const buy = async (MembershipNo: string, amount: string, PerformedAt: string) => {
  const sale = { TransactionType: 'N', InvoiceNo: `X${++number}`, MembershipNo, PerformedAt, Details: [line(amount)] }
  expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
}
const members: string[] = []

// Two members of two outlets; the night of 1 December is behind us, what ends with 2027 is to come.
beforeAll(async () => {
  await earningRules(app.db)
  for (const place of ['KLCC', 'PAV']) {
    const { MembershipNo } = await member(app.db, { outlet: place })
    members.push(MembershipNo)
    await buy(MembershipNo, '1000', '2024-11-25T10:00:00')
    await buy(MembershipNo, '300', '2025-03-05T10:00:00')
  }
  await app.call(
    redeemPoints,
    { MembershipNo: members[0]!, Points: 20, ObjectType: 'Reward', ObjectValue: 'list' },
    outlet,
  )
  app.clock.set('2026-12-01T02:00:00Z')
  await runNight(tools(), nightSteps)
})

describe('points that expire', () => {
  test('are listed by month: what expired in the past, what will in the future, and what it is worth', async () => {
    const { body } = await app.call(listExpiryGroups, { SortDirection: 'ASC' }, hq)
    expect(body.rows).toEqual([
      {
        Period: '2026-11',
        Year: 2026,
        Month: 11,
        BalanceType: 'Jewel Club Points',
        Members: 2,
        Lots: 2,
        TotalPointToExpire: 0,
        PointExpired: 180,
        Value: '9.00',
      },
      expect.objectContaining({
        Period: '2027-03',
        Members: 2,
        TotalPointToExpire: 60,
        PointExpired: 0,
        Value: '3.00',
      }),
    ])
  })

  test('are listed by member of one’s own outlet only, and of every outlet for head office', async () => {
    const own = await app.call(listExpiries, { Search: { Year: 2026, Month: 11 } }, outlet)
    expect(own.body.rows.map((row) => [row.MembershipNo, row.PointExpired, row.PointBalance])).toEqual([
      [members[0], 80, 30],
    ])
    const all = await app.call(listExpiries, { Search: { Year: 2026, Month: 11 }, SortOption: 'PointExpired' }, hq)
    expect(all.body.rows.map((row) => row.PointExpired)).toEqual([100, 80])
    expect(await app.call(listExpiries, { Search: { OutletCode: 'PAV' } }, outlet)).toMatchObject({ status: 403 })
  })

  test('of one member are told month by month', async () => {
    const { body } = await app.call(getExpiries, { MembershipNo: members[0]! }, outlet)
    expect(
      body.Months.map(({ Year, Month, PointExpired, TotalPointToExpire }) => [
        Year,
        Month,
        PointExpired,
        TotalPointToExpire,
      ]),
    ).toEqual([
      [2026, 11, 80, 0],
      [2027, 3, 0, 30],
    ])
  })
})

describe('the liability', () => {
  test('is what all open points cost, by age and by the month in which they end', async () => {
    const { body } = await app.call(getLiability, {}, hq)
    expect(body).toMatchObject({
      AsAt: '2026-12-01',
      Members: 2,
      Outstanding: 60,
      Value: '3.00',
      Ageing: [{ Age: '18-23', Points: 60 }],
      Projection: [{ Year: 2027, Month: 3, Points: 60 }],
    })
    expect(await app.call(getLiability, {}, outlet)).toMatchObject({ status: 403 })
  })

  test('of a month’s end is closed once by the night and never changes', async () => {
    const closed = await app.call(listLiabilityMonths, {}, hq)
    expect(closed.body.rows).toMatchObject([
      { Month: '2026-11-01', Outstanding: 60, Redeemed: 20, Expired: 180, Value: '3.00' },
    ])
    await buy(members[0]!, '5000', '2026-11-30T10:00:00')
    await runNight(tools(), nightSteps, '2026-12-02')

    expect((await app.call(listLiabilityMonths, {}, hq)).body).toEqual(closed.body)
    await expect(app.sql('update liability_month set outstanding = 0')).rejects.toThrow('A closed month never changes')
    await expect(app.sql('delete from liability_month')).rejects.toThrow('A closed month never changes')
  })
})

describe('the proof of the books', () => {
  test('finds nothing where they agree', async () => {
    expect(await prove(tools())).toMatchObject({ Differences: 0, Members: 2 })
    const { body } = await app.call(getProof, {}, hq)
    expect(body.Proof).toMatchObject({ Differences: 0, Members: 2 })
  })

  test.each([
    ['a balance', 'update point_balance set arrears = arrears + 7 where membership_no = $1', ['Arrears', 'Balance']],
    [
      'the sum of lots',
      'update point_balance set lots_remaining = lots_remaining + 1 where membership_no = $1',
      ['Balance', 'Lots'],
    ],
    [
      'a lot',
      'update point_history set point_utilized = point_utilized + 1 where history_id = (select max(history_id) from point_history where membership_no = $1 and points > 0)',
      ['Lot', 'Lots'],
    ],
    [
      'a number of the sequence',
      'update point_balance set last_sequence_no = last_sequence_no + 1 where membership_no = $1',
      ['Sequence'],
    ],
  ])('finds %s that was changed by hand', async (_, change, checks) => {
    await app.sql(change, members[1])
    await prove(tools())
    const { body } = await app.call(listDifferences, {}, hq)
    expect([...new Set(body.rows.map(({ CheckName }) => CheckName))].sort()).toEqual(checks)
    expect(body.rows.every(({ MembershipNo }) => MembershipNo === members[1])).toBe(true)
    await app.sql(change.replaceAll('+', '-'), members[1])
    expect(await prove(tools())).toMatchObject({ Differences: 0 })
  })

  test('is shown to head office only', async () => {
    expect(await app.call(getProof, {}, outlet)).toMatchObject({
      status: 403,
      refusal: { code: 'expiry.head_office_only' },
    })
  })
})
