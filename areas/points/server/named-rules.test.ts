import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { addDetail, addTransaction, getSale } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { checkLedger, earningRules, line, member, rateFor } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { expireLots } from './nightly.ts'

// Defects that loyalty programmes suffered, each as the sentence that forbids it here.

const TODAY = '2026-11-21T04:00:00Z'
const app = useApp({ at: TODAY })
const roles = ['Redeem Rewards', 'Cancel Redeem Rewards', 'Customer Transaction', 'Customer'] as const
const counter = staffWith({ roles })
const otherOutlet = staffWith({ roles, outlet: 'PAV' })
const till = systemWith('sales:write')

beforeAll(() => earningRules(app.db))

let number = 0
const saleOf = (MembershipNo: string | null, Details: object[], more: object = {}) =>
  ({ TransactionType: 'N', InvoiceNo: `NR${++number}`, MembershipNo, OutletCode: 'KLCC', Details, ...more }) as never
const buy = async (MembershipNo: string | null, Details: object[], more: object = {}) =>
  (await app.call(addTransaction, saleOf(MembershipNo, Details, more), counter)).body
const cancelSale = (OriginalInvoiceNo: string, Details?: object[], as = counter) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, as)
const redeem = (MembershipNo: string, Points: number, ObjectValue = `NR${++number}`, as = counter, key?: string) =>
  app.call(
    contract.redeemPoints,
    { MembershipNo, Points, ObjectType: 'Reward', ObjectValue },
    { as, ...(key && { key }) },
  )
const refund = (HistoryId: number) => app.call(contract.refundRedemption, { HistoryId, Remark: 'Back' }, counter)
const points = async (MembershipNo: string) => {
  const ledger = await checkLedger(app.db, MembershipNo)
  expect(ledger.agree).toBe(true)
  return ledger.points
}

describe('a return', () => {
  test('only takes back what was recorded: no rate of today, and no redemption, plays a part in it', async () => {
    await rateFor(app.db, 'Fickle', '1')
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await buy(MembershipNo, [line('500', { Brand: 'Fickle' }), line('300', { Brand: 'Fickle' })])
    await redeem(MembershipNo, 20)
    await app.sql(
      `update point_rate_detail set point_rate = 9 where rate_id = (select rate_id from point_rate where brand = 'Fickle')`,
    )
    await app.sql(`update membership set card_category_code = 'OTHER' where membership_no = $1`, MembershipNo)
    expect(await cancelSale(InvoiceNo, [{ OldSequenceNo: 2 }])).toMatchObject({
      status: 201,
      body: { ReversedPoints: 30, PointsAvailable: 30 },
    })
    expect(await points(MembershipNo)).toBe(30)
  })

  test('of any parts of three lines of 33.33, which earned three each, adds up to nine', async () => {
    for (const order of [[1, 2, 3], [3, 1], [2]]) {
      const { MembershipNo } = await member(app.db)
      const { InvoiceNo, Details } = await buy(MembershipNo, [line('33.33'), line('33.33'), line('33.33')])
      expect(Details.map(({ PointsEarned }) => PointsEarned)).toEqual([3, 3, 3])
      let back = 0
      for (const OldSequenceNo of order) back += (await cancelSale(InvoiceNo, [{ OldSequenceNo }])).body.ReversedPoints
      expect(back).toBe(3 * order.length)
      if (order.length < 3) back += (await cancelSale(InvoiceNo)).body.ReversedPoints
      expect(back).toBe(9)
      expect(await points(MembershipNo)).toBe(0)
    }
  })

  test('that comes while its sale is still being entered takes back all of it or finds nothing', async () => {
    for (let round = 0; round < 8; round++) {
      const { MembershipNo } = await member(app.db)
      const InvoiceNo = `RACE${round}`
      const sale = saleOf(MembershipNo, [line('1000')], { InvoiceNo })
      const [sold, back] = await Promise.all([app.call(addTransaction, sale, till), cancelSale(InvoiceNo)])
      expect(sold.status).toBe(201)
      expect([201, 404]).toContain(back.status)
      expect(await points(MembershipNo)).toBe(back.status === 201 ? 0 : 100)
      await cancelSale(InvoiceNo)
      expect(await points(MembershipNo)).toBe(0)
    }
  })

  test('and the sale of the same goods, over and over, multiply nothing', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    for (let round = 0; round < 5; round++) {
      const { InvoiceNo } = await buy(MembershipNo, [line('777.77')])
      const attempts = await Promise.all([cancelSale(InvoiceNo), cancelSale(InvoiceNo), cancelSale(InvoiceNo)])
      expect(attempts.filter(({ status }) => status === 201)).toHaveLength(1)
    }
    expect(await points(MembershipNo)).toBe(100)
  })
})

describe('what is sent twice', () => {
  test('with one key is done once and answered alike: a sale, an award, a redemption, a return', async () => {
    const { MembershipNo } = await member(app.db)
    const walkIn = await buy(null, [line('1000')])
    const five = async (send: (key: string) => Promise<{ status: number; body: unknown }>) => {
      const key = `twice-${++number}`
      const replies = await Promise.all(Array.from({ length: 5 }, () => send(key)))
      expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201))
      expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    }
    const sale = saleOf(MembershipNo, [line('1000')], { InvoiceNo: 'FIVETIMES' })
    await five((key) => app.call(addTransaction, sale, { as: counter, key }))
    await five((key) => app.call(contract.award, { MembershipNo, InvoiceNo: walkIn.InvoiceNo }, { as: counter, key }))
    await five((key) => redeem(MembershipNo, 30, 'FIVETIMES', counter, key))
    const cancel = { TransactionType: 'C', OriginalInvoiceNo: 'FIVETIMES' } as never
    await five((key) => app.call(addTransaction, cancel, { as: counter, key }))
    const rows = await app.sql<{ type: string }>(
      'select transaction_type as type from point_history where membership_no = $1 order by sequence_no',
      MembershipNo,
    )
    expect(rows.map(({ type }) => type)).toEqual(['Earn', 'Earn', 'Redeem', 'Reversal'])
    expect(await points(MembershipNo)).toBe(70)
  })

  test('with two keys is one sale: an invoice and a line exist once', async () => {
    const { MembershipNo } = await member(app.db)
    const InvoiceNo = `ONCE${++number}`
    const sale = () =>
      app.call(addTransaction, saleOf(MembershipNo, [line('1000', { SequenceNo: 1 })], { InvoiceNo }), till)
    const sold = await Promise.all([sale(), sale(), sale()])
    expect(sold.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const more = () => app.call(addDetail, { InvoiceNo, SequenceNo: 2, ...line('500') } as never, till)
    const added = await Promise.all([more(), more(), more()])
    expect(added.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await app.call(getSale, { InvoiceNo }, hq)).body.Details).toHaveLength(2)
    expect(await points(MembershipNo)).toBe(150)
  })
})

describe('a redemption', () => {
  test('of four fifths of the balance from two tabs at once is one redemption', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    const attempts = await Promise.all([redeem(MembershipNo, 80), redeem(MembershipNo, 80)])
    expect(attempts.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await points(MembershipNo)).toBe(20)
  })

  test('of a fifth of the balance, asked for two hundred times at once, is done five times, round after round', async () => {
    for (let round = 0; round < 4; round++) {
      const { MembershipNo } = await member(app.db)
      // By a till: so much by hand would wait for a second person.
      await app.call(addTransaction, saleOf(MembershipNo, [line('50000')]), till)
      const attempts = await Promise.all(Array.from({ length: 200 }, () => redeem(MembershipNo, 1000)))
      const answers = attempts.map(({ status }) => status).sort()
      expect(answers).toEqual([...Array(5).fill(201), ...Array(195).fill(409)])
      expect(await points(MembershipNo)).toBe(0)
    }
  })

  test('of one reward from two outlets, two tabs, by a double click and again after an answer got lost is taken once', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('5000')])
    const once = 'REWARD-1'
    // The other outlet has the customer before it, too.
    await app.call(lookupMember, { Typed: MembershipNo }, otherOutlet)
    const attempts = await Promise.all([
      redeem(MembershipNo, 50, once, counter, 'click'),
      redeem(MembershipNo, 50, once, counter, 'click'),
      redeem(MembershipNo, 50, once),
      redeem(MembershipNo, 50, once, otherOutlet),
      redeem(MembershipNo, 50, once, systemWith('points:redeem')),
    ])
    const taken = new Set(attempts.filter(({ status }) => status === 201).map(({ body }) => body.History.HistoryId))
    expect(taken.size).toBe(1)
    const others = attempts.filter(({ status }) => status !== 201)
    expect(others.every(({ status, refusal }) => status === 409 && refusal.code === 'points.used_twice')).toBe(true)
    const again = await redeem(MembershipNo, 50, once, counter, 'click')
    expect([201, 409]).toContain(again.status)
    expect(await points(MembershipNo)).toBe(450)
  })

  test('given back and made again, over and over, multiplies nothing, and each is given back once', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    for (let round = 0; round < 6; round++) {
      const { body } = await redeem(MembershipNo, 100)
      const back = await Promise.all([refund(body.History.HistoryId), refund(body.History.HistoryId)])
      expect(back.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(await points(MembershipNo)).toBe(100)
    }
  })

  test('given back while the sale that paid for it is taken back leaves nothing and owes nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const { MembershipNo } = await member(app.db)
      const { InvoiceNo } = await buy(MembershipNo, [line('1000')])
      const { body } = await redeem(MembershipNo, 100)
      const [back, sale] = await Promise.all([refund(body.History.HistoryId), cancelSale(InvoiceNo)])
      expect([back.status, sale.status]).toEqual([201, 201])
      expect(await points(MembershipNo)).toBe(0)
      // Where the redemption came back first, its lot stands open beside what the sale left owed until the nightly batch runs.
      await app.sql(
        `select recover_arrears($1, 'night of ' || $1, max(available_from)) from point_history where membership_no = $1`,
        MembershipNo,
      )
      expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0, arrears: 0 })
    }
  })

  test('can be made of points to the end of their last day in the business zone, and not a minute later', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')], { PerformedAt: '2024-11-25T10:00:00' })
    // Their last day is 30 November 2026 in Kuala Lumpur, eight hours ahead of UTC.
    for (const [moment, status] of [
      ['2026-11-30T15:59:00Z', 201],
      ['2026-11-30T16:01:00Z', 409],
      ['2026-12-01T00:00:00Z', 409],
    ] as const) {
      app.clock.set(moment)
      expect((await redeem(MembershipNo, 10)).status).toBe(status)
    }
    app.clock.set(TODAY)
  })

  test('by a member who was suspended or is not active any more is refused at the moment it is made', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    for (const [table, key, value] of [
      ['membership', 'membership_no', MembershipNo],
      ['customer', 'customer_id', CustomerId],
    ] as const)
      for (const status of ['Suspended', 'Inactive']) {
        await app.sql(`update ${table} set status = $1 where ${key} = $2`, status, value)
        expect(await redeem(MembershipNo, 1)).toMatchObject({ status: 409, refusal: { code: 'points.not_active' } })
        await app.sql(`update ${table} set status = 'Active' where ${key} = $1`, value)
      }
    expect((await redeem(MembershipNo, 1)).status).toBe(201)
  })
})

describe('a lot', () => {
  test('is never used, taken back and expired for more than it holds: the table itself refuses', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    for (const field of ['point_utilized', 'point_reversed', 'point_expired'])
      for (const value of [101, -1])
        await expect(
          app.sql(`update point_history set ${field} = ${value} where membership_no = $1`, MembershipNo),
        ).rejects.toThrow('violates check constraint')
    expect(await points(MembershipNo)).toBe(100)
  })

  test('that ends leaves one row of its own, and the sum of the rows stays the sum of what the lots hold', async () => {
    const { MembershipNo } = await member(app.db)
    for (const day of ['2024-11-25', '2024-12-05', '2025-01-05'])
      await buy(MembershipNo, [line('1000')], { PerformedAt: `${day}T10:00:00` })
    await redeem(MembershipNo, 150)
    for (const [nightly, left, rows] of [
      ['2026-12-01', 150, 0],
      ['2027-01-01', 100, 1],
      ['2027-02-01', 0, 2],
    ] as const) {
      await runNightlyBatch(jobContext(app), [expireLots], nightly)
      expect(await points(MembershipNo)).toBe(left)
      const [ended] = await app.sql<{ rows: number }>(
        `select count(*)::int as rows from point_history where membership_no = $1 and transaction_type = 'Expire'`,
        MembershipNo,
      )
      expect(ended!.rows).toBe(rows)
    }
  })
})

test('three lots that end in three months are told as three', async () => {
  const { MembershipNo } = await member(app.db)
  for (const day of ['2025-01-05', '2025-03-05', '2026-11-05'])
    await buy(MembershipNo, [line('1000')], { PerformedAt: `${day}T10:00:00` })
  expect((await app.call(contract.getBalance, { MembershipNo }, counter)).body.Expiries).toEqual([
    { Year: 2027, Month: 1, TotalPointToExpire: 100 },
    { Year: 2027, Month: 3, TotalPointToExpire: 100 },
    { Year: 2028, Month: 11, TotalPointToExpire: 100 },
  ])
})
