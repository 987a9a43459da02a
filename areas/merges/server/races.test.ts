import { beforeAll, describe, expect, test } from 'vitest'
import { prove } from '#areas/expiry/server/index.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { merging } from '#tests/factories/merges.ts'
import { checkLedger, earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { ask, approve, merge, buy } = merging(app)

beforeAll(() => earningRules(app.db))

let number = 0
const redeem = (MembershipNo: string, Points: number) =>
  app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `C${++number}` })
const sell = (MembershipNo: string) =>
  app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo: `MR${++number}`, MembershipNo, Details: [line('100')] } as never,
    outletStaff,
  )
const ledger = async (MembershipNo: string) => {
  const found = await checkLedger(app.db, MembershipNo)
  expect(found.agree).toBe(true)
  return found.points
}
const expectProved = async () => {
  const { Differences } = await prove(jobContext(app))
  expect(Differences).toBe(0)
}

describe('membership merge while redeeming and selling', () => {
  test('preserves the total: each redemption is taken once, from one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      const [survivor, merged] = [await member(app.db), await member(app.db)]
      await buy(survivor, '1000')
      await buy(merged, '1000')
      const { ApprovalId } = (await ask(survivor, merged)).body
      const [approved, ...redeemed] = await Promise.all([
        approve(ApprovalId),
        ...Array.from({ length: 12 }, (_, place) => redeem((place % 2 ? survivor : merged).MembershipNo, 10)),
      ])
      expect(approved).toMatchObject({ status: 200 })
      expect(redeemed.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
      expect(await ledger(merged.MembershipNo)).toBe(0)
      expect(await ledger(survivor.MembershipNo)).toBe(200 - 120)
    }
    await expectProved()
  })

  test.each([
    ['Premium Member', 80],
    // Nothing but the sale itself stands between these and the merge: no points are moved.
    ['Non-Premium Member', 0],
  ] as const)(
    'a sale that races the merge of a %s belongs to the survivor, with its points',
    async (memberType, points) => {
      for (let round = 0; round < 5; round++) {
        const [survivor, merged] = [await member(app.db, { memberType }), await member(app.db, { memberType })]
        const { ApprovalId } = (await ask(survivor, merged)).body
        const [approved, ...sold] = await Promise.all([
          approve(ApprovalId),
          ...Array.from({ length: 8 }, () => sell(merged.MembershipNo)),
        ])
        expect([approved, ...sold].map(({ status }) => status)).toEqual([200, ...sold.map(() => 201)])
        expect(await ledger(survivor.MembershipNo)).toBe(points)
        expect(await ledger(merged.MembershipNo)).toBe(0)
        const owners = await app.sql(
          `select membership_no, count(*)::int as sales from transaction_summary where customer_id = any($1) group by 1`,
          [survivor.CustomerId, merged.CustomerId],
        )
        expect(owners).toEqual([{ membership_no: survivor.MembershipNo, sales: 8 }])
      }
      await expectProved()
    },
  )

  test('sales that are taken back while their member is merged give back their points once', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    const invoices = []
    for (let place = 0; place < 6; place++) invoices.push(await buy(merged, '100'))
    const { ApprovalId } = (await ask(survivor, merged)).body
    const back = (OriginalInvoiceNo: string) =>
      app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, hq)
    const [approved, ...taken] = await Promise.all([approve(ApprovalId), ...invoices.map(back), ...invoices.map(back)])
    expect(approved.status).toBe(200)
    expect(taken.filter(({ status }) => status === 201)).toHaveLength(6)
    expect([await ledger(survivor.MembershipNo), await ledger(merged.MembershipNo)]).toEqual([0, 0])
    await expectProved()
  })
})

describe('two merges', () => {
  test('that cross each other (A into B, B into A): one is done, the other refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await member(app.db), await member(app.db)]
      await buy(one, '1000')
      await buy(other, '500')
      const there = (await ask(one, other)).body.ApprovalId
      const back = (await ask(other, one)).body.ApprovalId
      const replies = await Promise.all([approve(there), approve(back)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(replies.find(({ status }) => status === 409)!.refusal.code).toBe('merges.not_mergeable')
      expect([await ledger(one.MembershipNo), await ledger(other.MembershipNo)].sort((a, b) => a - b)).toEqual([0, 150])
    }
    await expectProved()
  })

  test('into the same survivor at once both take place', async () => {
    const [survivor, one, other] = [await member(app.db), await member(app.db), await member(app.db)]
    await buy(one, '1000')
    await buy(other, '500')
    const requested = [(await ask(survivor, one)).body.ApprovalId, (await ask(survivor, other)).body.ApprovalId]
    const replies = await Promise.all(requested.map(approve))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await ledger(survivor.MembershipNo)).toBe(150)
    await expectProved()
  })

  test('in a ring (A into B, B into C, C into A) never end in a circle', async () => {
    const ring = [await member(app.db), await member(app.db), await member(app.db)]
    for (const one of ring) await buy(one, '1000')
    const requested = []
    for (const [place, one] of ring.entries()) requested.push((await ask(ring[(place + 1) % 3]!, one)).body.ApprovalId)
    const replies = await Promise.all(requested.map(approve))
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThan(3)
    const points = []
    for (const one of ring) points.push(await ledger(one.MembershipNo))
    expect(points.reduce((sum, number) => sum + number, 0)).toBe(300)
    const live = await app.sql(
      `select count(distinct surviving_membership(membership_no))::int as n from membership where membership_no = any($1) and status <> 'Merged'`,
      ring.map(({ MembershipNo }) => MembershipNo),
    )
    expect(live).toEqual([{ n: 3 - replies.filter(({ status }) => status === 200).length }])
    await expectProved()
  })

  test('of the same request approved twice is done once', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await buy(merged, '1000')
    const { ApprovalId } = (await ask(survivor, merged)).body
    const replies = await Promise.all([approve(ApprovalId), approve(ApprovalId), approve(ApprovalId)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await ledger(survivor.MembershipNo)).toBe(100)
  })
})

test('a merge that is undone while points are redeemed either goes back whole or says what blocks it', async () => {
  for (let round = 0; round < 5; round++) {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await buy(merged, '1000')
    const MergeId = await merge(survivor, merged)
    const [undone, redeemed] = await Promise.all([
      app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' }),
      redeem(survivor.MembershipNo, 10),
    ])
    const total = (await ledger(survivor.MembershipNo)) + (await ledger(merged.MembershipNo))
    expect([undone.status, redeemed.status, total]).toEqual(undone.status === 200 ? [200, 409, 100] : [409, 201, 90])
  }
  await expectProved()
})

test('the account of a merged number is frozen: the database itself refuses points on it', async () => {
  const [survivor, merged] = [await member(app.db), await member(app.db)]
  await merge(survivor, merged)
  await expect(
    app.sql(`update point_balance set lots_remaining = 1 where membership_no = $1`, merged.MembershipNo),
  ).rejects.toThrow('point_balance_frozen')
  await expect(app.sql('select lock_balance($1)', merged.MembershipNo)).rejects.toThrow('was merged into another one')
})
