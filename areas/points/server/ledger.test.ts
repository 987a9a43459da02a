import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const redeemer = staffWith({ roles: ['Redeem Rewards', 'Cancel Redeem Rewards', 'Customer Transaction', 'Customer'] })

const till = systemWith('sales:write', 'sales:cancel')

beforeAll(() => addEarningRules(app.db))

let number = 0
const buy = async (MembershipNo: string, amount: string, more: object = {}) =>
  (
    await app.call(
      addTransaction,
      {
        TransactionType: 'N',
        InvoiceNo: `L${++number}`,
        OutletCode: 'KLCC',
        MembershipNo,
        Details: [line(amount)],
        ...more,
      } as never,
      till,
    )
  ).body
const cancelSale = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, outletStaff)
const redeem = (MembershipNo: string, Points: number, more: object = {}) =>
  app.call(
    contract.redeemPoints,
    { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `R${++number}`, ...more },
    redeemer,
  )

describe('redemption of points', () => {
  test('redemption: the points that expire first are used first', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', { PerformedAt: '2026-06-10T10:00:00' })
    await buy(MembershipNo, '1000', { PerformedAt: '2025-03-10T10:00:00' })
    const reply = await redeem(MembershipNo, 130)
    expect(reply).toMatchObject({
      status: 201,
      body: { History: { TransactionType: 'Redeem', Points: -130, SequenceNo: 3 }, Balance: { Available: 70 } },
    })
    const { body } = await app.call(contract.explainPoints, { MembershipNo, UsedYN: 'Y' }, redeemer)
    expect(body.rows.map((lot) => [lot.ExpiryDate, lot.PointUtilized, lot.Remaining])).toEqual([
      ['2027-03-31', 100, 0],
      ['2028-06-30', 30, 70],
    ])
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 70 })
  })

  test('redemption: of 200 concurrent redemptions exactly the five that the balance covers succeed', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '50000')
    const replies = await Promise.all(Array.from({ length: 200 }, () => redeem(MembershipNo, 1000)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(
      new Set(
        replies.filter(({ status }) => status !== 201).map(({ refusal }) => `${refusal.statusCode} ${refusal.message}`),
      ),
    ).toEqual(new Set(['409 Not enough points: 0 available']))
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0 })
  })

  test('redemption: a reward deducts its points once, and a repeated idempotency key gets the first reply', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000')
    const body = { MembershipNo, Points: 10, ObjectType: 'Reward', ObjectValue: 'ONCE' }
    const [first, again] = [
      await app.call(contract.redeemPoints, body, { as: redeemer, key: 'k1' }),
      await app.call(contract.redeemPoints, body, { as: redeemer, key: 'k1' }),
    ]
    expect(again.body).toEqual(first.body)
    expect(await app.call(contract.redeemPoints, body, redeemer)).toMatchObject({
      status: 409,
      refusal: { code: 'points.used_twice' },
    })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 90 })
  })

  test.each([
    ['Inactive', {}],
    ['Suspended', {}],
    ['Active', { customerStatus: 'Suspended' }],
  ])('redemption: is refused for a member who is %s %o', async (status, more) => {
    const { MembershipNo } = await member(app.db, { status, ...more })
    await buy(MembershipNo, '1000')
    expect(await redeem(MembershipNo, 1)).toMatchObject({ status: 409, refusal: { message: 'Customer is not Active' } })
  })

  test.each([0, -1, 0.5, 1e308, Number.NaN, '12', [7], 2 ** 53 + 1, null, 1_000_000_001])(
    'redemption: %s points are rejected with 400',
    async (Points) => {
      const { MembershipNo } = await member(app.db)
      expect(await redeem(MembershipNo, 1, { Points })).toMatchObject({ status: 400 })
    },
  )

  test('redemption: staff need the role, and programs need the scope', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000')
    const body = { MembershipNo, Points: 1, ObjectType: 'POS', ObjectValue: 'P1' }
    expect(await app.call(contract.redeemPoints, body, staffWith({ roles: ['Customer'] }))).toMatchObject({
      status: 403,
    })
    expect(await app.call(contract.redeemPoints, body, systemWith('sales:write', 'sales:cancel'))).toMatchObject({
      status: 403,
    })
    expect(await app.call(contract.redeemPoints, body, systemWith('points:redeem'))).toMatchObject({ status: 201 })
    expect(await app.call(contract.redeemPoints, { ...body, MembershipNo: 'JC00000000' }, hq)).toMatchObject({
      status: 404,
      refusal: { message: 'Customer Membership Not Found.' },
    })
  })
})

describe('refund of redeemed points', () => {
  test('refund of a redemption: each lot gets its points back once, with its expiry date or for at least 30 days', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', { PerformedAt: '2024-11-22T10:00:00' })
    await buy(MembershipNo, '1000')
    const { body } = await redeem(MembershipNo, 150)
    const attempts = await Promise.all(
      [1, 2, 3].map(() =>
        app.call(contract.refundRedemption, { HistoryId: body.History.HistoryId, Remark: 'Wrong gift' }, redeemer),
      ),
    )
    expect(attempts.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(attempts.find(({ status }) => status === 201)!.body).toMatchObject({
      Refunded: 150,
      Balance: { Available: 200, TotalPointsRedeemed: 0 },
    })
    const { rows } = (await app.call(contract.getPointBalance, { MembershipNo }, redeemer)).body.Expiries.reduce(
      (all, bucket) => ({ rows: [...all.rows, [bucket.Year, bucket.Month, bucket.TotalPointToExpire]] }),
      { rows: [] as number[][] },
    )
    // The first hundred points would have expired on 30 November; after the refund they expire on 21 December.
    expect(rows).toEqual([
      [2026, 12, 100],
      [2028, 11, 100],
    ])
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 200 })
  })

  test('refund of a redemption: a ledger entry that is not a redemption is refused', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000')
    const { rows } = (await app.call(contract.listPointHistory, { Search: { MembershipNo } }, redeemer)).body
    expect(
      await app.call(contract.refundRedemption, { HistoryId: rows[0]!.HistoryId, Remark: 'x' }, redeemer),
    ).toMatchObject({ status: 409, refusal: { code: 'points.not_a_redemption' } })
    expect(await app.call(contract.refundRedemption, { HistoryId: 999_999, Remark: 'x' })).toMatchObject({
      status: 404,
    })
  })
})

describe('arrears of points', () => {
  test('arrears: head office can waive arrears with a reason, at most the amount owed', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await buy(MembershipNo, '1000')
    await redeem(MembershipNo, 100)
    await cancelSale(InvoiceNo)
    const waive = (Points: number, as = hq) =>
      app.call(contract.waiveArrears, { MembershipNo, Points, Remark: 'Our mistake' }, as)
    expect(await waive(101)).toMatchObject({
      status: 409,
      refusal: { message: 'The negative balance of this member is 100 points' },
    })
    expect(await waive(1, redeemer)).toMatchObject({ status: 403 })
    expect(await waive(60)).toMatchObject({ status: 201, body: { Balance: { Arrears: 40, Available: 0 } } })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: -40, arrears: 40 })
    expect(await redeem(MembershipNo, 1)).toMatchObject({ status: 409 })
    const { body } = await app.call(contract.explainPoints, { MembershipNo }, redeemer)
    expect(body.Arrears).toMatchObject([{ TransactionType: 'Reversal', Points: -100, PointOwed: 40 }])
  })
})

describe('award of a walk-in sale', () => {
  test('award of a walk-in sale: a forgotten walk-in sale and its points are assigned to the member once', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await buy(null as never, '1000')
    const attempts = await Promise.all(
      [1, 2, 3, 4, 5].map(() => app.call(contract.awardSalePoints, { MembershipNo, InvoiceNo }, outletStaff)),
    )
    expect(attempts.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(attempts.find(({ status }) => status === 201)!.body).toMatchObject({
      EarnedPoints: 100,
      Balance: { Available: 100 },
    })
    expect(attempts.find(({ status }) => status !== 201)!.refusal.message).toBe(
      `Points for invoice ${InvoiceNo} have already been awarded on 2026-11-21`,
    )
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 100 })
  })

  test.each([
    ['an invoice that does not exist', async () => 'NOWHERE', 404, 'sales.not_found'],
    [
      'an invoice of another member',
      async () => (await buy((await member(app.db)).MembershipNo, '5')).InvoiceNo,
      409,
      'points.sale_of_other',
    ],
    [
      'an invoice that was cancelled',
      async () => {
        const { InvoiceNo } = await buy(null as never, '5')
        await cancelSale(InvoiceNo)
        return InvoiceNo
      },
      409,
      'points.sale_cancelled',
    ],
    [
      'an invoice that earns nothing',
      async () => (await buy(null as never, '5')).InvoiceNo,
      409,
      'points.earns_nothing',
    ],
  ])('award: %s is refused', async (_, invoice, status, code) => {
    const { MembershipNo } = await member(app.db)
    expect(
      await app.call(contract.awardSalePoints, { MembershipNo, InvoiceNo: await invoice() }, outletStaff),
    ).toMatchObject({
      status,
      refusal: { code },
    })
  })
})

describe('statement of points', () => {
  test('point statement: the running balance ends at the closing balance even if a sale was entered late', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', { PerformedAt: '2026-03-10T10:00:00' })
    await buy(MembershipNo, '500', { PerformedAt: '2026-01-10T10:00:00' })
    await buy(MembershipNo, '300', { PerformedAt: '2026-03-12T10:00:00' })
    const { body } = await app.call(contract.getPointStatement, { MembershipNo, DateFrom: '2026-03-01' }, redeemer)
    expect(body).toMatchObject({ Opening: 50, Closing: 180, count: 2 })
    expect(body.rows.map((row) => row.Balance)).toEqual([150, 180])
  })

  test('point statement: the running balance continues on the next page', async () => {
    const { MembershipNo } = await member(app.db)
    for (let sale = 1; sale <= 12; sale++) await buy(MembershipNo, '100')
    const page = async (input: { Page?: number; Rows?: number }) =>
      (await app.call(contract.getPointStatement, { MembershipNo, ...input }, redeemer)).body
    const first = await page({})
    expect(first).toMatchObject({ Opening: 0, Closing: 120, count: 12 })
    expect(first.rows).toHaveLength(10)
    const second = await page({ Page: 2 })
    expect(second).toMatchObject({ Opening: 0, Closing: 120, count: 12 })
    expect(second.rows.map((row) => row.Balance)).toEqual([110, 120])
    expect((await page({ Rows: 1_000 })).rows).toEqual([...first.rows, ...second.rows])
    expect(await app.call(contract.getPointStatement, { MembershipNo, Rows: 1_001 }, redeemer)).toMatchObject({
      status: 400,
      refusal: { message: 'At most 1000 rows at once' },
    })
  })

  test('point statement: opening balance plus the movements in their order equals the closing balance', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', { PerformedAt: '2026-01-10T10:00:00' })
    const { InvoiceNo } = await buy(MembershipNo, '500', { PerformedAt: '2026-02-10T10:00:00' })
    await redeem(MembershipNo, 40)
    await cancelSale(InvoiceNo)
    const { body } = await app.call(contract.getPointStatement, { MembershipNo, DateFrom: '2026-02-01' }, redeemer)
    expect(body).toMatchObject({ Opening: 100, Closing: 60, count: 3, Balance: { Available: 60 } })
    expect(body.rows.map((row) => [row.SequenceNo, row.TransactionType, row.Points, row.Balance])).toEqual([
      [2, 'Earn', 50, 150],
      [3, 'Redeem', -40, 110],
      [4, 'Reversal', -50, 60],
    ])
    expect(await app.call(contract.getPointStatement, { MembershipNo: 'JC00000000' })).toMatchObject({
      status: 404,
      refusal: { message: 'Record not found' },
    })
  })
})

describe('entries of the points ledger', () => {
  test('point ledger: the database refuses to update or delete an entry', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000')
    await expect(
      app.sql(
        'update point_history set points = points + 1, point_amount = point_amount + 1 where membership_no = $1',
        MembershipNo,
      ),
    ).rejects.toThrow('append-only')
    await expect(app.sql('delete from point_history where membership_no = $1', MembershipNo)).rejects.toThrow(
      'append-only',
    )
    await expect(app.sql('truncate point_history cascade')).rejects.toThrow('append-only')
  })

  test('point ledger: the entries agree with lots and balance after every step of a random history', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('buy' as const),
          cents: fc.integer({ min: 1, max: 500_000 }),
          pieces: fc.integer({ min: 1, max: 3 }),
          monthsAgo: fc.integer({ min: 0, max: 20 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('redeem' as const), points: fc.integer({ min: 1, max: 600 }) }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(), part: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), pick: fc.nat() }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('waive' as const), points: fc.integer({ min: 1, max: 100 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('award' as const), cents: fc.integer({ min: 1, max: 100_000 }) }),
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { MembershipNo } = await member(app.db)
        const sales: string[] = []
        const redemptions: number[] = []
        for (const move of steps) {
          if (move.kind === 'buy') {
            const PerformedAt = `${move.monthsAgo > 10 ? 2025 : 2026}-${String(11 - (move.monthsAgo % 11)).padStart(2, '0')}-05T12:00:00`
            sales.push(
              (
                await buy(MembershipNo, euros(move.cents), {
                  PerformedAt,
                  Details: [line(euros(move.cents), { Quantity: move.pieces }), line('19.99')],
                })
              ).InvoiceNo,
            )
          } else if (move.kind === 'redeem') {
            const reply = await redeem(MembershipNo, move.points)
            if (reply.status === 201) redemptions.push(reply.body.History.HistoryId)
            else mustBe(reply.refusal.code, 'points.not_enough')
          } else if (move.kind === 'cancel' && sales.length > 0) {
            const reply = await cancelSale(
              sales[move.pick % sales.length]!,
              move.part ? [{ OldSequenceNo: 1, Quantity: 1 }] : undefined,
            )
            mustBe(reply.status, 201, 409)
          } else if (move.kind === 'refund' && redemptions.length > 0) {
            const reply = await app.call(
              contract.refundRedemption,
              { HistoryId: redemptions[move.pick % redemptions.length]!, Remark: 'x' },
              redeemer,
            )
            mustBe(reply.status, 201, 409)
          } else if (move.kind === 'waive') {
            const reply = await app.call(contract.waiveArrears, { MembershipNo, Points: move.points, Remark: 'x' }, hq)
            mustBe(reply.status, 201, 409)
          } else if (move.kind === 'award') {
            const { InvoiceNo } = await buy(null as never, euros(move.cents))
            const reply = await app.call(contract.awardSalePoints, { MembershipNo, InvoiceNo }, outletStaff)
            if (reply.status === 201) sales.push(InvoiceNo)
            else mustBe(reply.refusal.code, 'points.earns_nothing')
          }
          expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
        }
        // After every sale is returned, earnings and reversals cancel out and only the other entries remain.
        for (const InvoiceNo of sales) await cancelSale(InvoiceNo)
        const ledger = await checkLedger(app.db, MembershipNo)
        const rest = await app.sql<{ rest: number }>(
          `select coalesce(sum(points), 0)::int as rest from point_history where membership_no = $1 and transaction_type not in ('Earn', 'Reversal')`,
          MembershipNo,
        )
        expect(ledger).toMatchObject({ agree: true, points: rest[0]!.rest })
      }),
      { numRuns: runSize({ quick: 8, full: 25 }), endOnFailure: true },
    )
  })
})

const euros = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** A step of a random history may be refused, but only with the expected error. */
function mustBe<Value>(value: Value, ...allowed: Value[]) {
  if (!allowed.includes(value)) throw new Error(`${value} instead of ${allowed.join(' or ')}`)
}
