import { beforeAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction, assignSale, unassignSale } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { getPointExpiriesOfMember, listExpiryGroups, listPointExpiries } from '../contract/expiries.ts'
import { getLiability, listLiabilityMonths } from '../contract/liability.ts'
import { getReconciliation, listReconciliationDifferences } from '../contract/proof.ts'
import { reconcileLedger } from './prove.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const outletUser = staffWith({ roles: ['Point Expiry', 'Redeem Rewards'] })

const tools = () => jobContext(app)

let number = 0
const buy = async (MembershipNo: string, amount: string, PerformedAt: string) => {
  const sale = { TransactionType: 'N', InvoiceNo: `X${++number}`, MembershipNo, PerformedAt, Details: [line(amount)] }
  await app.call(lookupMember, { Typed: MembershipNo }, outletStaff)
  expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
}
const members: string[] = []

// Tests with members of two outlets after the nightly batch of 1 December 2026. The remaining points expire in 2027.
beforeAll(async () => {
  await addEarningRules(app.db)
  for (const outlet of ['KLCC', 'PAV']) {
    const { MembershipNo } = await member(app.db, { outlet })
    members.push(MembershipNo)
    await buy(MembershipNo, '1000', '2024-11-25T10:00:00')
    await buy(MembershipNo, '300', '2025-03-05T10:00:00')
  }
  await app.call(
    redeemPoints,
    { MembershipNo: members[0]!, Points: 20, ObjectType: 'Reward', ObjectValue: 'list' },
    outletUser,
  )
  app.clock.set('2026-12-01T02:00:00Z')
  await runNightlyBatch(tools(), nightlyBatchSteps)
})

describe('list of expiring points', () => {
  test('expiring points: the list shows expired and expiring points and their value by month', async () => {
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

  test('expiring points: an outlet sees its own members, and head office sees all members', async () => {
    const ownOutlet = await app.call(listPointExpiries, { Search: { Year: 2026, Month: 11 } }, outletUser)
    expect(ownOutlet.body.rows.map((row) => [row.MembershipNo, row.PointExpired, row.PointBalance])).toEqual([
      [members[0], 80, 30],
    ])
    const all = await app.call(listPointExpiries, { Search: { Year: 2026, Month: 11 }, SortOption: 'PointExpired' }, hq)
    expect(all.body.rows.map((row) => row.PointExpired)).toEqual([100, 80])
    expect(await app.call(listPointExpiries, { Search: { OutletCode: 'PAV' } }, outletUser)).toMatchObject({
      status: 403,
    })
  })

  test('expiring points: the points of a single member are listed by month', async () => {
    const { body } = await app.call(getPointExpiriesOfMember, { MembershipNo: members[0]! }, outletUser)
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

describe('liability report of points', () => {
  test('points liability: the report values all open points by age and by expiry month', async () => {
    const { body } = await app.call(getLiability, {}, hq)
    expect(body).toMatchObject({
      AsAt: '2026-12-01',
      Members: 2,
      Outstanding: 60,
      Value: '3.00',
      Ageing: [{ Age: '18-23', Points: 60 }],
      Projection: [{ Year: 2027, Month: 3, Points: 60 }],
    })
    expect(await app.call(getLiability, {}, outletUser)).toMatchObject({ status: 403 })
  })

  test('points liability: the nightly batch closes each month once, and a closed month cannot change', async () => {
    const closed = await app.call(listLiabilityMonths, {}, hq)
    expect(closed.body.rows).toMatchObject([
      { Month: '2026-11-01', Outstanding: 60, Redeemed: 20, Expired: 180, Value: '3.00' },
    ])
    await buy(members[0]!, '5000', '2026-11-30T10:00:00')
    await runNightlyBatch(tools(), nightlyBatchSteps, '2026-12-02')

    expect((await app.call(listLiabilityMonths, {}, hq)).body).toEqual(closed.body)
    await expect(app.sql('update liability_month set outstanding = 0')).rejects.toThrow('A closed month never changes')
    await expect(app.sql('delete from liability_month')).rejects.toThrow('A closed month never changes')
  })
})

describe('reconciliation of the ledger', () => {
  test('ledger reconciliation: finds no differences in consistent data', async () => {
    expect(await reconcileLedger(tools())).toMatchObject({ Differences: 0, Members: 2, Sales: 5, Lines: 5 })
    const { body } = await app.call(getReconciliation, {}, hq)
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
      'the last sequence number',
      'update point_balance set last_sequence_no = last_sequence_no + 1 where membership_no = $1',
      ['Sequence'],
    ],
  ])('ledger reconciliation: finds %s that was changed directly in the database', async (_, change, checks) => {
    await app.sql(change, members[1])
    await reconcileLedger(tools())
    const { body } = await app.call(listReconciliationDifferences, {}, hq)
    expect([...new Set(body.rows.map(({ CheckName }) => CheckName))].sort()).toEqual(checks)
    expect(body.rows.every(({ MembershipNo }) => MembershipNo === members[1])).toBe(true)
    await app.sql(change.replaceAll('+', '-'), members[1])
    expect(await reconcileLedger(tools())).toMatchObject({ Differences: 0 })
  })

  describe.each([
    [
      'the total of earned points',
      'Total earned',
      'update point_balance set total_points_earned = total_points_earned + 1 where membership_no = $1',
    ],
    [
      'the total of redeemed points',
      'Total redeemed',
      'update point_balance set total_points_redeemed = total_points_redeemed + 1 where membership_no = $1',
    ],
    [
      'the total of expired points',
      'Total expired',
      'update point_balance set total_points_expired = total_points_expired + 1 where membership_no = $1',
    ],
    [
      'the total of reversed points',
      'Total reversed',
      'update point_balance set total_points_reversed = total_points_reversed + 1 where membership_no = $1',
    ],
    [
      'the total of adjusted points',
      'Total adjusted',
      'update point_balance set total_points_adjusted = total_points_adjusted + 1 where membership_no = $1',
    ],
    [
      'a sale line with five points too many',
      'Points of lines',
      'update transaction_detail d set points_earned = points_earned + 5 where d.ctid = (OF_SALE limit 1)',
    ],
    [
      'a sale line with a wrong amount',
      'Amount of lines',
      'update transaction_detail d set net_amount = net_amount + 5 where d.ctid = (OF_SALE limit 1)',
    ],
    [
      'a sale line with a wrong returned quantity',
      'Cancelled quantity',
      'update transaction_detail d set cancelled_quantity = cancelled_quantity + 1 where d.ctid = (OF_SALE limit 1)',
    ],
    [
      'a sale line with wrong reversed points',
      'Reversed points of line',
      'update transaction_detail d set points_reversed = points_reversed + 5 where d.ctid = (OF_SALE limit 1)',
    ],
    [
      'a sale whose points differ from its ledger entries',
      'Points of sale',
      "update transaction_summary set earned_points = earned_points + 5 where membership_no = $1 and transaction_type = 'N'",
    ],
    [
      'a sale with wrong reversed points',
      'Reversed points of sale',
      'update transaction_summary set reversed_points = reversed_points + 5 where membership_no = $1',
    ],
    [
      'a sale whose parts do not add up to its total',
      'Amount of sale',
      'update transaction_summary set total_amount = total_amount + 5 where membership_no = $1',
    ],
  ])('ledger reconciliation of %s', (_, check, change) => {
    const ofSale = `select l.ctid from transaction_detail l join transaction_summary t using (transaction_id) where t.membership_no = $1`
    const statement = change.replace('OF_SALE', ofSale)

    test('ledger reconciliation: a difference is reported under the name of its check until it is repaired', async () => {
      await runWithoutTriggers(statement, members[1]!)
      await reconcileLedger(tools())
      const { body } = await app.call(listReconciliationDifferences, { Search: { CheckName: check as 'Lot' } }, hq)
      expect(body.rows.length).toBeGreaterThan(0)
      expect(body.rows[0]).toMatchObject({ CheckName: check, MembershipNo: members[1] })
      expect(body.rows[0]!.InvoiceNo === null).toBe(check.startsWith('Total'))
      expect(Math.abs(Number(body.rows[0]!.Found) - Number(body.rows[0]!.Expected))).toBeGreaterThan(0)
      await runWithoutTriggers(statement.replace(/ \+ (\d)/, ' - $1'), members[1]!)
      expect(await reconcileLedger(tools())).toMatchObject({ Differences: 0 })
    })
  })

  test('ledger reconciliation: finds no differences after partial cancellations and after assigning and unassigning a sale', async () => {
    const [{ MembershipNo }, manager] = [
      await member(app.db),
      staffWith({ roles: ['Customer Transaction'], outlet: 'HQ' }),
    ]
    const Details = [line('333.33', { Quantity: '3', UnitPrice: '333.33' }), line('26.85')]
    await app.call(
      addTransaction,
      { TransactionType: 'N', InvoiceNo: 'PARTS', MembershipNo, Details } as never,
      outletStaff,
    )
    for (const Quantity of ['1', '2'])
      expect(
        (
          await app.call(
            addTransaction,
            {
              TransactionType: 'C',
              InvoiceNo: `PARTS-C${Quantity}`,
              OriginalInvoiceNo: 'PARTS',
              Details: [{ OldSequenceNo: 1, Quantity }],
            } as never,
            outletStaff,
          )
        ).body,
      ).toMatchObject({ TransactionType: 'C' })
    await app.call(
      addTransaction,
      { TransactionType: 'N', InvoiceNo: 'WALKIN', Details: [line('200')] } as never,
      outletStaff,
    )
    const assigned = await app.call(assignSale, { InvoiceNo: 'WALKIN', MembershipNo } as never, manager)
    expect(assigned.status).toBe(200)
    expect((await app.call(unassignSale, { InvoiceNo: 'WALKIN', Remark: 'Wrong one' } as never, manager)).status).toBe(
      200,
    )
    expect(await reconcileLedger(tools())).toMatchObject({ Differences: 0 })
  })

  test('ledger reconciliation: only head office can read the result', async () => {
    expect(await app.call(getReconciliation, {}, outletUser)).toMatchObject({
      status: 403,
      refusal: { code: 'staff.head_office_only' },
    })
  })
})

/** Runs a statement as the database owner with triggers disabled. */
async function runWithoutTriggers(statement: string, MembershipNo: string) {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(statement, [MembershipNo])
    await client.query('commit')
  } finally {
    client.release()
  }
}
