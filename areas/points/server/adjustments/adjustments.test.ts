import { beforeAll, describe, expect, test } from 'vitest'
import {
  approveRequest,
  getApproval,
  listApprovals,
  rejectRequest,
  withdrawRequest,
} from '#areas/approvals/contract.ts'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { addEarningRules, checkLedger, member } from '#tests/factories/sales.ts'
import { type Caller, hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })

const manager = staffWith({ roles: ['Point Adjustment'], privileges: ['Adjust Points'] })
const clerk = staffWith({ roles: ['Point Adjustment'] })
const approver = staffWith({ roles: ['Point Adjustment'], privileges: ['Approve Adjustment'], outlet: 'HQ' })
const redeemer = staffWith({ roles: ['Redeem Rewards'] })

beforeAll(() => addEarningRules(app.db))

const adjust = (MembershipNo: string, PointAmount: number, more: object = {}, caller: Caller = hq) =>
  app.call(
    contract.addAdjustment,
    {
      MembershipNo,
      TransactionType: 'Adjust In',
      PointAmount,
      ReasonCode: 'Goodwill',
      Remark: 'For the wait',
      ...more,
    } as never,
    caller,
  )
const remove = (HistoryId: number, caller: Caller = hq) => app.call(contract.deleteAdjustment, { HistoryId }, caller)
const pointsOf = async (MembershipNo: string) => {
  const { agree, points } = await checkLedger(app.db, MembershipNo)
  expect(agree).toBe(true)
  return points
}
const requested = async (MembershipNo: string, points: number, caller: Caller = hq) => {
  const { body } = await adjust(MembershipNo, points, {}, caller)
  return body.ApprovalId!
}
const approve = (ApprovalId: number, caller: Caller = approver) => app.call(approveRequest, { ApprovalId }, caller)

describe('adjustment of points', () => {
  test.each([{ status: 'Suspended' }, { customerStatus: 'Suspended' }])(
    'adjustment: points cannot be added to a suspended member %o, immediately or on approval, but can be deducted',
    async (suspended) => {
      const { MembershipNo } = await member(app.db, suspended)
      const refused = { status: 409, refusal: { code: 'points.member_suspended', message: 'Member is suspended' } }
      expect(await adjust(MembershipNo, 100)).toMatchObject(refused)
      expect(await adjust(MembershipNo, 100, {}, clerk)).toMatchObject(refused)
      expect(await adjust(MembershipNo, 100, { TransactionType: 'Adjust Out' })).toMatchObject({
        refusal: { code: 'points.not_enough' },
      })

      const later = await member(app.db)
      const ApprovalId = await requested(later.MembershipNo, 100, clerk)
      await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, later.MembershipNo)
      expect(await approve(ApprovalId)).toMatchObject(refused)
      expect(await pointsOf(later.MembershipNo)).toBe(0)
    },
  )

  test('adjustment: points within the limit are available at once and expire as if they were earned today', async () => {
    const { MembershipNo } = await member(app.db)
    expect(await adjust(MembershipNo, 10_000)).toMatchObject({
      status: 201,
      body: { Status: 'Active', Points: 10_000, ExpiryDate: '2028-11-30', ReasonCode: 'Goodwill', ApprovalId: null },
    })
    expect(await adjust(MembershipNo, 4_000, { TransactionType: 'Adjust Out' })).toMatchObject({
      status: 201,
      body: { Points: -4_000, ExpiryDate: null },
    })
    expect(await pointsOf(MembershipNo)).toBe(6_000)
  })

  test('adjustment: a deduction of more points than are available is refused', async () => {
    const { MembershipNo } = await member(app.db)
    await adjust(MembershipNo, 100)
    expect(await adjust(MembershipNo, 101, { TransactionType: 'Adjust Out' })).toMatchObject({
      status: 409,
      refusal: { message: 'Not enough points: 100 available' },
    })
  })

  test.each([-5, -0, 0, 0.005, 2 ** 53 + 1, 1_000_000_001, Number.NaN, Number.POSITIVE_INFINITY, 1e308, '12', [7]])(
    'adjustment: %s points are rejected with 400',
    async (PointAmount) => {
      const { MembershipNo } = await member(app.db)
      expect(await adjust(MembershipNo, PointAmount as number)).toMatchObject({ status: 400 })
      expect(await pointsOf(MembershipNo)).toBe(0)
    },
  )

  test.each([
    ['without a remark', { Remark: ' ' }],
    ['without a reason', { ReasonCode: '' }],
    ['with a version', { Version: 1 }],
    ['out with an expiry', { TransactionType: 'Adjust Out', ExpiryDate: '2027-01-01' }],
  ])('adjustment: an adjustment %s is rejected with 400', async (_, more) => {
    const { MembershipNo } = await member(app.db)
    expect(await adjust(MembershipNo, 10, more)).toMatchObject({ status: 400 })
  })

  test('adjustment: an invoice in the request must be of the same member', async () => {
    const { MembershipNo } = await member(app.db)
    expect(await adjust(MembershipNo, 10, { InvoiceNo: 'NOSUCH' })).toMatchObject({
      status: 404,
      refusal: { message: 'Invoice NOSUCH does not exist' },
    })
  })

  test('adjustment: the caller needs the role', async () => {
    const { MembershipNo } = await member(app.db)
    expect(await adjust(MembershipNo, 10, {}, outletStaff)).toMatchObject({ status: 403 })
  })
})

describe('limit of adjustments without approval', () => {
  test.each([
    ['head office', hq, 10_000, 10_001],
    ['an outlet’s manager', manager, 1_000, 1_001],
    ['staff without the privilege', clerk, 0, 1],
  ])('adjustment limit: an adjustment by %s above the limit awaits approval', async (_, caller, alone, waits) => {
    const { MembershipNo } = await member(app.db)
    if (alone > 0) await adjust(MembershipNo, alone, {}, caller)
    expect((await adjust(MembershipNo, waits, {}, caller)).body).toMatchObject({
      Status: 'Pending approval',
      HistoryId: null,
      Points: waits,
    })
    expect(await pointsOf(MembershipNo)).toBe(alone)
  })
})

describe('adjustment of points above the limit', () => {
  test('adjustment above the limit: a request to deduct more points than are available is refused at once', async () => {
    const { MembershipNo } = await member(app.db)
    await adjust(MembershipNo, 500, {}, manager)
    expect(await adjust(MembershipNo, 1_001, { TransactionType: 'Adjust Out' }, manager)).toMatchObject({
      status: 409,
      refusal: { message: 'Not enough points: 500 available' },
    })
    expect((await app.call(listApprovals, { Search: { MembershipNo } } as never, approver)).body.count).toBe(0)
  })

  test('adjustment above the limit: is listed as pending, is counted in the menu, and changes the balance after its approval', async () => {
    const { MembershipNo } = await member(app.db)
    const ApprovalId = await requested(MembershipNo, 20_000)

    const listed = await app.call(contract.listAdjustments, { Search: { MembershipNo } })
    expect(listed.body.rows).toMatchObject([{ Status: 'Pending approval', ApprovalId, Points: 20_000 }])
    expect((await app.call(getMenuBadges, {}, approver)).body.rows).toContainEqual({
      Path: '/settings/approvals',
      Count: expect.any(Number),
    })
    expect((await app.call(getApproval, { ApprovalId }, approver)).body).toMatchObject({
      Effects: [
        { Before: 0, After: 20_000 },
        // The cost of the points.
        { What: { params: { currency: 'MYR' } }, Before: '0.00', After: '1000.00' },
        { After: '2028-11-30' },
        { After: 'For the wait' },
      ],
      MayDecideYN: 'Y',
    })

    expect(await approve(ApprovalId)).toMatchObject({ status: 200, body: { Status: 'Approved' } })
    expect(await pointsOf(MembershipNo)).toBe(20_000)
    expect((await app.call(contract.listAdjustments, { Search: { MembershipNo } })).body.rows).toMatchObject([
      { Status: 'Active', ApprovalId: null, Points: 20_000 },
    ])
  })

  test('adjustment above the limit: approvers are notified of the request, and the requester of the outcome', async () => {
    const { MembershipNo } = await member(app.db)
    await app.sql('delete from outbox_message')
    const address = async (caller: Caller) => {
      const { userId } = await app.token(caller)
      await app.sql(
        `update staff set email = 'u' || $1 || '@carat.example' where staff_id = (select staff_id from user_account where user_id = $1::bigint)`,
        String(userId),
      )
      return `u${userId}@carat.example`
    }
    const [asks, decides, cannot] = [await address(hq), await address(approver), await address(clerk)]
    const ApprovalId = await requested(MembershipNo, 20_000)
    const countMails = async () =>
      (await app.sql<{ recipient: string }>('select recipient from outbox_message order by created_at')).map(
        ({ recipient }) => recipient,
      )
    expect(await countMails()).toContain(decides)
    expect(await countMails()).not.toContain(asks)
    expect(await countMails()).not.toContain(cannot)
    await approve(ApprovalId)
    expect(await countMails()).toContain(asks)
  })

  test('adjustment above the limit: the requester can neither approve nor reject the adjustment', async () => {
    const { MembershipNo } = await member(app.db)
    const ApprovalId = await requested(MembershipNo, 20_000)
    expect(await approve(ApprovalId, hq)).toMatchObject({ status: 403, refusal: { code: 'approvals.own_request' } })
    expect(await app.call(rejectRequest, { ApprovalId, Remark: 'No' }, hq)).toMatchObject({ status: 403 })
    await expect(
      app.sql(
        `update approval set status = 'Approved', decided_at = now(), decided_by_id = requested_by_id where approval_id = $1`,
        ApprovalId,
      ),
    ).rejects.toThrow('approval_by_another')
    expect(await pointsOf(MembershipNo)).toBe(0)
  })

  test('adjustment above the limit: only users with the privilege can see and decide the adjustment', async () => {
    const { MembershipNo } = await member(app.db)
    const ApprovalId = await requested(MembershipNo, 20_000)
    expect(await approve(ApprovalId, clerk)).toMatchObject({ status: 404 })
    expect((await app.call(listApprovals, { Search: { MembershipNo } }, clerk)).body.count).toBe(0)
    // An outlet's approver decides requests of the outlet, not those of head office.
    const outletApprover = staffWith({ privileges: ['Approve Adjustment'] })
    expect(await approve(ApprovalId, outletApprover)).toMatchObject({ status: 404 })
    expect(await approve(await requested(MembershipNo, 5, clerk), outletApprover)).toMatchObject({ status: 200 })
  })

  test('adjustment above the limit: a rejected or withdrawn adjustment never changes the balance', async () => {
    const { MembershipNo } = await member(app.db)
    const first = await requested(MembershipNo, 20_000)
    expect(await app.call(rejectRequest, { ApprovalId: first, Remark: '' }, approver)).toMatchObject({ status: 400 })
    expect(await app.call(withdrawRequest, { ApprovalId: first }, approver)).toMatchObject({ status: 403 })
    expect(await app.call(rejectRequest, { ApprovalId: first, Remark: 'Too much' }, approver)).toMatchObject({
      status: 200,
      body: { Status: 'Rejected', DecisionRemark: 'Too much' },
    })
    const second = await requested(MembershipNo, 20_000)
    expect(await app.call(withdrawRequest, { ApprovalId: second }, hq)).toMatchObject({ body: { Status: 'Withdrawn' } })
    expect(await approve(second)).toMatchObject({ status: 409 })
    expect(await pointsOf(MembershipNo)).toBe(0)
  })

  test('adjustment above the limit: fifty concurrent approvals have the effect of one', async () => {
    const { MembershipNo } = await member(app.db)
    const ApprovalId = await requested(MembershipNo, 20_000)
    const replies = await Promise.all(Array.from({ length: 50 }, () => approve(ApprovalId)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    const losers = replies.filter(({ status }) => status === 409)
    expect(new Set(losers.map(({ refusal }) => refusal.code))).toEqual(new Set(['approvals.decided']))
    expect(await pointsOf(MembershipNo)).toBe(20_000)
  })

  test('adjustment above the limit: of a concurrent approval and rejection one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { MembershipNo } = await member(app.db)
      const ApprovalId = await requested(MembershipNo, 20_000)
      const [yes, no] = await Promise.all([
        approve(ApprovalId),
        app.call(rejectRequest, { ApprovalId, Remark: 'No' }, approver),
      ])
      expect([yes.status, no.status].sort()).toEqual([200, 409])
      expect(await pointsOf(MembershipNo)).toBe(yes.status === 200 ? 20_000 : 0)
    }
  })

  test('adjustment above the limit: if an approval cannot be executed, the request stays pending and the error has the reason', async () => {
    const { MembershipNo } = await member(app.db)
    await adjust(MembershipNo, 10_000)
    await adjust(MembershipNo, 5_000)
    const { body } = await adjust(MembershipNo, 12_000, { TransactionType: 'Adjust Out' })
    await app.call(
      contract.redeemPoints,
      { MembershipNo, Points: 9_000, ObjectType: 'Reward', ObjectValue: 'RACE' },
      redeemer,
    )
    const ApprovalId = body.ApprovalId!
    expect((await app.call(getApproval, { ApprovalId }, approver)).body.Obstacle?.message).toBe(
      'Not enough points: 6000 available',
    )
    expect(await approve(ApprovalId)).toMatchObject({ status: 409 })
    expect((await app.call(getApproval, { ApprovalId }, approver)).body.Status).toBe('Pending')
  })
})

describe('adjustments in the points ledger', () => {
  test('adjustment ledger: an update can change only remark and invoice of an adjustment', async () => {
    const { MembershipNo } = await member(app.db)
    const { HistoryId } = (await adjust(MembershipNo, 100)).body
    expect(await app.call(contract.updateAdjustment, { HistoryId: HistoryId!, Points: 5 } as never)).toMatchObject({
      status: 400,
    })
    // The specification allows these fields; they never change a ledger entry.
    const ignored = { PointAmount: 5, MembershipNo: 'X', Status: 'Deleted' }
    expect(
      await app.call(contract.updateAdjustment, { HistoryId: HistoryId!, ...ignored, Remark: 'As agreed' } as never),
    ).toMatchObject({ status: 200, body: { MembershipNo, Remark: 'As agreed', Points: 100 } })
    expect(await pointsOf(MembershipNo)).toBe(100)
  })

  test('adjustment ledger: deleting an adjustment adds one entry that reverses it, for additions and deductions', async () => {
    const { MembershipNo } = await member(app.db)
    const addedId = (await adjust(MembershipNo, 300)).body.HistoryId!
    const removedId = (await adjust(MembershipNo, 100, { TransactionType: 'Adjust Out' })).body.HistoryId!

    expect(await remove(addedId)).toMatchObject({
      status: 409,
      refusal: { message: '100 points of this adjustment have been used' },
    })
    const attempts = await Promise.all([remove(removedId), remove(removedId), remove(removedId)])
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await pointsOf(MembershipNo)).toBe(300)
    const rows = await app.sql<{ transaction_type: string; points: number; status: string; expiry_date: string }>(
      'select transaction_type, points::int, status, expiry_date::text from point_history where membership_no = $1 order by sequence_no',
      MembershipNo,
    )
    expect(rows.map(Object.values)).toEqual([
      ['Adjust In', 300, 'Active', '2028-11-30'],
      ['Adjust Out', -100, 'Deleted', null],
      ['Reversal', 100, 'Active', '2028-11-30'],
    ])
  })

  test('adjustment ledger: undoing a deduction restores the points with their former expiry dates', async () => {
    const { MembershipNo } = await member(app.db)
    for (const [ExpiryDate, Points] of [
      ['2026-11-25', 10],
      ['2026-11-22', 20],
      ['2027-06-30', 30],
    ] as const)
      await adjust(MembershipNo, Points, { ExpiryDate })
    await adjust(MembershipNo, 5, { ExpiryDate: null })
    const { body } = await adjust(MembershipNo, 60, { TransactionType: 'Adjust Out' })
    // The first lot would have expired by now.
    app.clock.advance(2 * 86_400)
    expect(await remove(body.HistoryId!)).toMatchObject({ status: 200 })
    const rows = await app.sql<{ points: number; expiry_date: string }>(
      `select points::int, expiry_date::text from point_history where membership_no = $1 and transaction_type = 'Reversal' order by expiry_date`,
      MembershipNo,
    )
    expect(rows).toEqual([
      { points: 10, expiry_date: '2026-11-25' },
      { points: 20, expiry_date: '2026-12-23' },
      { points: 30, expiry_date: '2027-06-30' },
    ])
    app.clock.advance(-2 * 86_400)
  })

  test('adjustment ledger: deleting an addition that was not used removes its points, and a second deletion is refused', async () => {
    const { MembershipNo } = await member(app.db)
    const addedId = (await adjust(MembershipNo, 300)).body.HistoryId!
    expect(await remove(addedId)).toMatchObject({ status: 200, body: { Status: 'Deleted', PendingYN: 'N' } })
    expect(await remove(addedId)).toMatchObject({ status: 409 })
    expect(await pointsOf(MembershipNo)).toBe(0)
  })

  test('adjustment ledger: undoing an adjustment above the limit needs an approval', async () => {
    const { MembershipNo } = await member(app.db)
    await approve(await requested(MembershipNo, 20_000))
    const [row] = (await app.call(contract.listAdjustments, { Search: { MembershipNo } })).body.rows
    expect((await remove(row!.HistoryId!)).body.PendingYN).toBe('Y')
    expect(await remove(row!.HistoryId!)).toMatchObject({ status: 409, refusal: { code: 'approvals.waits_already' } })
    expect(await pointsOf(MembershipNo)).toBe(20_000)
    const { rows } = (await app.call(listApprovals, { Search: { MembershipNo, Status: 'Pending' } }, approver)).body
    expect(await approve(rows[0]!.ApprovalId)).toMatchObject({ status: 200 })
    expect(await pointsOf(MembershipNo)).toBe(0)
  })

  test('adjustment ledger: staff of another outlet get 404 for an adjustment and do not see it in lists', async () => {
    const { MembershipNo } = await member(app.db)
    const { HistoryId } = (await adjust(MembershipNo, 100)).body
    expect(await remove(HistoryId!, manager)).toMatchObject({ status: 404 })
    expect((await app.call(contract.listAdjustments, { Search: { MembershipNo } }, manager)).body.count).toBe(0)
  })
})
