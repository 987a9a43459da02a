import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { addTransaction, addTransactionDetail, getSale } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { addEarningRules, checkLedger, createPointRate, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { expireLotsStep } from './nightly.ts'

// Defects known from other loyalty programmes; each test makes sure that one of them cannot occur.

const TODAY = '2026-11-21T04:00:00Z'
const app = useApp({ at: TODAY })
const roles = ['Redeem Rewards', 'Cancel Redeem Rewards', 'Customer Transaction', 'Customer'] as const
const counter = staffWith({ roles })
const otherOutlet = staffWith({ roles, outlet: 'PAV' })
const till = systemWith('sales:write', 'sales:cancel')

beforeAll(() => addEarningRules(app.db))

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

describe('points of a returned sale', () => {
  test('return: the points that the returned lines earned are reversed, whatever the present rates and redemptions', async () => {
    await createPointRate(app.db, 'Fickle', '1')
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

  test('return: three lines of 33.33 with three points each reverse nine points, in whatever parts they are returned', async () => {
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

  test('return: if a sale is returned while it is entered, the return reverses the whole sale or does not find it', async () => {
    for (let round = 0; round < 8; round++) {
      const { MembershipNo } = await member(app.db)
      const InvoiceNo = `RACE${round}`
      const sale = saleOf(MembershipNo, [line('1000')], { InvoiceNo })
      const [saleReply, back] = await Promise.all([app.call(addTransaction, sale, till), cancelSale(InvoiceNo)])
      expect(saleReply.status).toBe(201)
      expect([201, 404]).toContain(back.status)
      expect(await points(MembershipNo)).toBe(back.status === 201 ? 0 : 100)
      await cancelSale(InvoiceNo)
      expect(await points(MembershipNo)).toBe(0)
    }
  })

  test('return: selling and returning the same goods repeatedly creates no points', async () => {
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

describe('repeated call with an idempotency key', () => {
  test('repeated call: a sale, award, redemption or return sent twice with one idempotency key is posted once', async () => {
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
    await five((key) =>
      app.call(contract.awardSalePoints, { MembershipNo, InvoiceNo: walkIn.InvoiceNo }, { as: counter, key }),
    )
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

  test('repeated call: an invoice or line sent three times with different idempotency keys is posted once', async () => {
    const { MembershipNo } = await member(app.db)
    const InvoiceNo = `ONCE${++number}`
    const sale = () =>
      app.call(addTransaction, saleOf(MembershipNo, [line('1000', { SequenceNo: 1 })], { InvoiceNo }), till)
    const saleReplies = await Promise.all([sale(), sale(), sale()])
    expect(saleReplies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const more = () => app.call(addTransactionDetail, { InvoiceNo, SequenceNo: 2, ...line('500') } as never, till)
    const added = await Promise.all([more(), more(), more()])
    expect(added.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await app.call(getSale, { InvoiceNo }, hq)).body.Details).toHaveLength(2)
    expect(await points(MembershipNo)).toBe(150)
  })
})

describe('redemption of points', () => {
  test('redemption: of two concurrent redemptions, each of four fifths of the balance, one succeeds', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    const attempts = await Promise.all([redeem(MembershipNo, 80), redeem(MembershipNo, 80)])
    expect(attempts.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await points(MembershipNo)).toBe(20)
  })

  test('redemption: of two hundred concurrent redemptions, each of a fifth of the balance, five succeed in every round', async () => {
    for (let round = 0; round < 4; round++) {
      const { MembershipNo } = await member(app.db)
      // By a till, because a manual sale of this amount would await approval.
      await app.call(addTransaction, saleOf(MembershipNo, [line('50000')]), till)
      const attempts = await Promise.all(Array.from({ length: 200 }, () => redeem(MembershipNo, 1000)))
      const answers = attempts.map(({ status }) => status).sort()
      expect(answers).toEqual([...Array(5).fill(201), ...Array(195).fill(409)])
      expect(await points(MembershipNo)).toBe(0)
    }
  })

  test('redemption: two outlets, two tabs, a double click and a retry after a lost reply redeem the reward once', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('5000')])
    const once = 'REWARD-1'
    // The customer was looked up at the other outlet too.
    await app.call(lookupMember, { Typed: MembershipNo }, otherOutlet)
    const attempts = await Promise.all([
      redeem(MembershipNo, 50, once, counter, 'click'),
      redeem(MembershipNo, 50, once, counter, 'click'),
      redeem(MembershipNo, 50, once),
      redeem(MembershipNo, 50, once, otherOutlet),
      redeem(MembershipNo, 50, once, systemWith('points:redeem')),
    ])
    const historyIds = new Set(
      attempts.filter(({ status }) => status === 201).map(({ body }) => body.History.HistoryId),
    )
    expect(historyIds.size).toBe(1)
    const others = attempts.filter(({ status }) => status !== 201)
    expect(others.every(({ status, refusal }) => status === 409 && refusal.code === 'points.used_twice')).toBe(true)
    const again = await redeem(MembershipNo, 50, once, counter, 'click')
    expect([201, 409]).toContain(again.status)
    expect(await points(MembershipNo)).toBe(450)
  })

  test('redemption: repeated redemptions and refunds create no points, and a redemption is refunded once', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    for (let round = 0; round < 6; round++) {
      const { body } = await redeem(MembershipNo, 100)
      const back = await Promise.all([refund(body.History.HistoryId), refund(body.History.HistoryId)])
      expect(back.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(await points(MembershipNo)).toBe(100)
    }
  })

  test('redemption: a refund and a concurrent return of the earning sale leave neither points nor arrears', async () => {
    for (let round = 0; round < 5; round++) {
      const { MembershipNo } = await member(app.db)
      const { InvoiceNo } = await buy(MembershipNo, [line('1000')])
      const { body } = await redeem(MembershipNo, 100)
      const [back, sale] = await Promise.all([refund(body.History.HistoryId), cancelSale(InvoiceNo)])
      expect([back.status, sale.status]).toEqual([201, 201])
      expect(await points(MembershipNo)).toBe(0)
      // If the redemption was refunded first, its lot stays open beside the arrears of the sale until the nightly batch runs.
      await app.sql(
        `select recover_arrears($1, 'night of ' || $1, max(available_from)) from point_history where membership_no = $1`,
        MembershipNo,
      )
      expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0, arrears: 0 })
    }
  })

  test('redemption: points can be used until the end of their last day in the business time zone', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')], { PerformedAt: '2024-11-25T10:00:00' })
    // The last day of the points is 30 November 2026 in Kuala Lumpur, eight hours ahead of UTC.
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

  test('redemption: is refused for a suspended or inactive member', async () => {
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

describe('points in a lot', () => {
  test('lot: a database constraint prevents using, reversing and expiring more points than the lot has', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('1000')])
    for (const field of ['point_utilized', 'point_reversed', 'point_expired'])
      for (const value of [101, -1])
        await expect(
          app.sql(`update point_history set ${field} = ${value} where membership_no = $1`, MembershipNo),
        ).rejects.toThrow('violates check constraint')
    expect(await points(MembershipNo)).toBe(100)
  })

  test('lot: an expired lot has one entry in the ledger, and the sum of all entries equals the points left in lots', async () => {
    const { MembershipNo } = await member(app.db)
    for (const day of ['2024-11-25', '2024-12-05', '2025-01-05'])
      await buy(MembershipNo, [line('1000')], { PerformedAt: `${day}T10:00:00` })
    await redeem(MembershipNo, 150)
    for (const [nightly, left, rows] of [
      ['2026-12-01', 150, 0],
      ['2027-01-01', 100, 1],
      ['2027-02-01', 0, 2],
    ] as const) {
      await runNightlyBatch(jobContext(app), [expireLotsStep], nightly)
      expect(await points(MembershipNo)).toBe(left)
      const [ended] = await app.sql<{ rows: number }>(
        `select count(*)::int as rows from point_history where membership_no = $1 and transaction_type = 'Expire'`,
        MembershipNo,
      )
      expect(ended!.rows).toBe(rows)
    }
  })
})

test('expiring points: three lots that expire in different months are listed separately', async () => {
  const { MembershipNo } = await member(app.db)
  for (const day of ['2025-01-05', '2025-03-05', '2026-11-05'])
    await buy(MembershipNo, [line('1000')], { PerformedAt: `${day}T10:00:00` })
  expect((await app.call(contract.getPointBalance, { MembershipNo }, counter)).body.Expiries).toEqual([
    { Year: 2027, Month: 1, TotalPointToExpire: 100 },
    { Year: 2027, Month: 3, TotalPointToExpire: 100 },
    { Year: 2028, Month: 11, TotalPointToExpire: 100 },
  ])
})
