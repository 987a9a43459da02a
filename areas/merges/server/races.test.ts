import { beforeAll, describe, expect, test } from 'vitest'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { merging } from '#tests/factories/merges.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { requestMerge, approve, merge, buy } = merging(app)

beforeAll(() => addEarningRules(app.db))

let counter = 0
const redeem = (MembershipNo: string, Points: number) =>
  app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `C${++counter}` })
const sell = (MembershipNo: string) =>
  app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo: `MR${++counter}`, MembershipNo, Details: [line('100')] } as never,
    outletStaff,
  )
const ledger = async (MembershipNo: string) => {
  const ledgerCheck = await checkLedger(app.db, MembershipNo)
  expect(ledgerCheck.agree).toBe(true)
  return ledgerCheck.points
}
const expectProved = async () => {
  const { Differences } = await reconcileLedger(jobContext(app))
  expect(Differences).toBe(0)
}

describe('merge with concurrent redemptions and sales', () => {
  test('merge with concurrent redemptions: each redemption is deducted once, from one of the two members, and no points are lost', async () => {
    for (let round = 0; round < 5; round++) {
      const [survivor, merged] = [await member(app.db), await member(app.db)]
      await buy(survivor, '1000')
      await buy(merged, '1000')
      const { ApprovalId } = (await requestMerge(survivor, merged)).body
      const [approved, ...redeemed] = await Promise.all([
        approve(ApprovalId),
        ...Array.from({ length: 12 }, (_, index) => redeem((index % 2 ? survivor : merged).MembershipNo, 10)),
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
    // No points move, so only the lock on the sale separates the sale from the merge.
    ['Non-Premium Member', 0],
  ] as const)(
    'merge with a concurrent sale: a sale entered during the merge of its %s belongs to the survivor, with its points',
    async (memberType, points) => {
      for (let round = 0; round < 5; round++) {
        const [survivor, merged] = [await member(app.db, { memberType }), await member(app.db, { memberType })]
        const { ApprovalId } = (await requestMerge(survivor, merged)).body
        const [approved, ...saleReplies] = await Promise.all([
          approve(ApprovalId),
          ...Array.from({ length: 8 }, () => sell(merged.MembershipNo)),
        ])
        expect([approved, ...saleReplies].map(({ status }) => status)).toEqual([200, ...saleReplies.map(() => 201)])
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

  test('merge with concurrent returns: each returned sale reverses its points once', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    const invoices = []
    for (let index = 0; index < 6; index++) invoices.push(await buy(merged, '100'))
    const { ApprovalId } = (await requestMerge(survivor, merged)).body
    const returnSale = (OriginalInvoiceNo: string) =>
      app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, hq)
    const [approved, ...returns] = await Promise.all([
      approve(ApprovalId),
      ...invoices.map(returnSale),
      ...invoices.map(returnSale),
    ])
    expect(approved.status).toBe(200)
    expect(returns.filter(({ status }) => status === 201)).toHaveLength(6)
    expect([await ledger(survivor.MembershipNo), await ledger(merged.MembershipNo)]).toEqual([0, 0])
    await expectProved()
  })
})

describe('concurrent merges', () => {
  test('concurrent merges: of A into B and B into A one succeeds, and the other is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await member(app.db), await member(app.db)]
      await buy(first, '1000')
      await buy(second, '500')
      const forward = (await requestMerge(first, second)).body.ApprovalId
      const backward = (await requestMerge(second, first)).body.ApprovalId
      const replies = await Promise.all([approve(forward), approve(backward)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(replies.find(({ status }) => status === 409)!.refusal.code).toBe('merges.not_mergeable')
      expect([await ledger(first.MembershipNo), await ledger(second.MembershipNo)].sort((a, b) => a - b)).toEqual([
        0, 150,
      ])
    }
    await expectProved()
  })

  test('concurrent merges: two merges into the same survivor both succeed', async () => {
    const [survivor, first, second] = [await member(app.db), await member(app.db), await member(app.db)]
    await buy(first, '1000')
    await buy(second, '500')
    const requested = [
      (await requestMerge(survivor, first)).body.ApprovalId,
      (await requestMerge(survivor, second)).body.ApprovalId,
    ]
    const replies = await Promise.all(requested.map(approve))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await ledger(survivor.MembershipNo)).toBe(150)
    await expectProved()
  })

  test('concurrent merges: A into B, B into C and C into A never form a circle', async () => {
    const ring = [await member(app.db), await member(app.db), await member(app.db)]
    for (const ringMember of ring) await buy(ringMember, '1000')
    const requested = []
    for (const [index, ringMember] of ring.entries())
      requested.push((await requestMerge(ring[(index + 1) % 3]!, ringMember)).body.ApprovalId)
    const replies = await Promise.all(requested.map(approve))
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThan(3)
    const points = []
    for (const ringMember of ring) points.push(await ledger(ringMember.MembershipNo))
    expect(points.reduce((sum, number) => sum + number, 0)).toBe(300)
    const live = await app.sql(
      `select count(distinct surviving_membership(membership_no))::int as n from membership where membership_no = any($1) and status <> 'Merged'`,
      ring.map(({ MembershipNo }) => MembershipNo),
    )
    expect(live).toEqual([{ n: 3 - replies.filter(({ status }) => status === 200).length }])
    await expectProved()
  })

  test('concurrent merges: two approvals of the same request merge once', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await buy(merged, '1000')
    const { ApprovalId } = (await requestMerge(survivor, merged)).body
    const replies = await Promise.all([approve(ApprovalId), approve(ApprovalId), approve(ApprovalId)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await ledger(survivor.MembershipNo)).toBe(100)
  })
})

test('undo with a concurrent redemption: the merge is undone completely, or the undo is refused with the reason', async () => {
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

test('merged membership: the database refuses point movements for the merged number', async () => {
  const [survivor, merged] = [await member(app.db), await member(app.db)]
  await merge(survivor, merged)
  await expect(
    app.sql(`update point_balance set lots_remaining = 1 where membership_no = $1`, merged.MembershipNo),
  ).rejects.toThrow('point_balance_frozen')
  await expect(app.sql('select lock_balance($1)', merged.MembershipNo)).rejects.toThrow('was merged into another one')
})
