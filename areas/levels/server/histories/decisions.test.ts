import { describe, expect, test } from 'vitest'
import { approveRequest, getApproval, rejectRequest, withdrawRequest } from '#areas/approvals/contract.ts'
import { updateCardCategory } from '#areas/tiers/contract/card-categories.ts'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { approver, levelCompany, secondApprover } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { type Caller, outletStaff, staffWith } from '#tests/harness.ts'
import * as contract from '../../contract/level-histories.ts'

const { app, tiers, queueOf, callRequestChange, requestChange, approve, reject, remove, change, readChange } =
  levelCompany()

describe('decisions about level changes', () => {
  test('level decisions: requesters can neither approve nor reject their own request, not even in the approval queue', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo, {}, approver)
    expect(await approve(LevelHistoryId)).toMatchObject({ status: 403, refusal: { code: 'levels.own_request' } })
    expect(await reject(LevelHistoryId)).toMatchObject({ status: 403, refusal: { code: 'levels.own_request' } })
    const [approval] = await queueOf(MembershipNo)
    expect(await app.call(approveRequest, { ApprovalId: approval!.ApprovalId }, approver)).toMatchObject({
      status: 403,
    })
    expect((await readChange(LevelHistoryId)).Status).toBe('Pending')
    expect((await approve(LevelHistoryId, secondApprover)).status).toBe(200)
  })

  test('level decisions: a user who edits a request becomes its requester and therefore cannot approve it', async () => {
    const { MembershipNo } = await premium(app.db, 'BRONZE')
    const LevelHistoryId = await requestChange(MembershipNo, { ToCategory: 'SILVER' })
    expect(await change(LevelHistoryId, 1, { ToCategory: 'GOLD' }, approver)).toMatchObject({
      status: 200,
      body: { ToCategory: 'GOLD', OwnYN: 'Y', Version: 2 },
    })
    expect(await approve(LevelHistoryId)).toMatchObject({ status: 403 })
    expect((await queueOf(MembershipNo)).map(({ Status }) => Status).sort()).toEqual(['Pending', 'Withdrawn'])
    expect((await approve(LevelHistoryId, secondApprover)).body).toMatchObject({
      Status: 'Approved',
      ToCategory: 'GOLD',
    })
  })

  test('level decisions: the database refuses an approval by the requester of the change', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    await expect(
      app.sql(
        `update membership_level_history set status = 'Approved', decided_by_id = requested_by_id, decided_at = now() where level_history_id = $1`,
        LevelHistoryId,
      ),
    ).rejects.toThrow('level_history_by_another')
  })

  test('level decisions: to approve, a user needs both the role and the privilege', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    expect(
      (await approve(LevelHistoryId, staffWith({ roles: ['Member Category Approval'], outlet: 'HQ' }))).status,
    ).toBe(403)
    expect((await approve(LevelHistoryId, staffWith({ privileges: ['Approve Level'], outlet: 'HQ' }))).status).toBe(403)
  })

  test('level decisions: of a concurrent approval and rejection one succeeds, and member and queue agree with it', async () => {
    for (let round = 0; round < 5; round++) {
      const { MembershipNo } = await premium(app.db, 'SILVER')
      const LevelHistoryId = await requestChange(MembershipNo)
      const [approval] = await queueOf(MembershipNo)
      const { ApprovalId } = approval!
      const replies = await Promise.all([
        approve(LevelHistoryId),
        reject(LevelHistoryId, secondApprover),
        app.call(approveRequest, { ApprovalId, Remark: 'An exception' }, secondApprover),
        app.call(rejectRequest, { ApprovalId, Remark: 'No' }, approver),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const { Status } = await readChange(LevelHistoryId)
      expect((await queueOf(MembershipNo))[0]).toMatchObject({ Status })
    }
  })

  test('level decisions: the database refuses to change a decision', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    await approve(LevelHistoryId)
    for (const forged of [
      `status = 'Pending'`,
      `to_category = 'BRONZE'`,
      `effective_date = '2020-01-01'`,
      `decided_by_id = null`,
    ])
      await expect(
        app.sql(`update membership_level_history set ${forged} where level_history_id = $1`, LevelHistoryId),
      ).rejects.toThrow('decided once')
    await expect(
      app.sql('delete from membership_level_history where level_history_id = $1', LevelHistoryId),
    ).rejects.toThrow('decided once')
  })

  test('level changes: a status, a decider and dates in the body are refused', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    for (const forged of [
      { Status: 'Approved' },
      { DecidedById: 1 },
      { EffectiveDate: '2026-01-01' },
      { RequestedById: 1 },
    ]) {
      expect(await callRequestChange(MembershipNo, forged as never)).toMatchObject({ status: 400 })
      expect(await change(LevelHistoryId, 1, forged)).toMatchObject({ status: 400 })
    }
    expect((await readChange(LevelHistoryId)).Status).toBe('Pending')
  })

  test('level decisions: an approval is refused if the member’s category has changed since the request', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    await app.sql(`update membership set card_category_code = 'BRONZE' where membership_no = $1`, MembershipNo)
    const refused = await approve(LevelHistoryId)
    expect(refused).toMatchObject({
      status: 409,
      refusal: { code: 'levels.from_changed', params: { Now: 'Bronze', FromCategory: 'Silver' } },
    })
    const [approval] = await queueOf(MembershipNo)
    expect((await app.call(getApproval, { ApprovalId: approval!.ApprovalId }, approver)).body).toMatchObject({
      Status: 'Pending',
      Effects: [],
      Obstacle: { code: 'levels.from_changed' },
    })
    expect((await reject(LevelHistoryId)).status).toBe(200)
  })

  test('level decisions: an approval is refused if the member or the category is no longer active', async () => {
    const suspended = await premium(app.db, 'SILVER')
    const first = await requestChange(suspended.MembershipNo)
    await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, suspended.MembershipNo)
    expect(await approve(first)).toMatchObject({ status: 409, refusal: { code: 'levels.not_active' } })

    const { MembershipNo } = await premium(app.db, 'SILVER')
    const second = await requestChange(MembershipNo)
    const close = (Status: 'Active' | 'Inactive', Version: number) =>
      app.call(updateCardCategory, { CardCategoryId: tiers.gold.CardCategoryId, Version, Status })
    await close('Inactive', 1)
    expect(await approve(second)).toMatchObject({ status: 409, refusal: { code: 'levels.category_unknown' } })
    await close('Active', 2)
    expect((await approve(second)).status).toBe(200)
  })

  test('level decisions: a request for a deleted membership can be rejected but not approved', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    await app.sql(`update membership set status = 'Deleted' where membership_no = $1`, MembershipNo)
    expect(await approve(LevelHistoryId)).toMatchObject({ status: 409, refusal: { code: 'levels.not_active' } })
    expect((await reject(LevelHistoryId)).body).toMatchObject({ Status: 'Rejected' })
  })
})

describe('level changes in the approval queue', () => {
  test('level changes: the approval queue shows the effect of a change, and an approval there has the same result', async () => {
    const { MembershipNo, FullName } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    const [approval] = await queueOf(MembershipNo)
    expect(approval).toMatchObject({
      Kind: 'Membership level',
      Privilege: 'Approve Level',
      Summary: { key: 'approvals:summary.upgrade', params: { name: FullName, from: 'Silver', to: 'Gold' } },
    })
    const { ApprovalId } = approval!
    expect((await app.call(getApproval, { ApprovalId }, approver)).body).toMatchObject({
      Obstacle: null,
      Effects: [
        { Before: 'Silver', After: 'Gold' },
        { Before: '0.00', After: '10000.00' },
      ],
    })
    expect((await app.call(approveRequest, { ApprovalId, Remark: 'An exception' }, approver)).status).toBe(200)
    expect(await readChange(LevelHistoryId)).toMatchObject({ Status: 'Approved', EffectiveDate: '2026-11-22' })
  })

  test('level changes: a request that is withdrawn in the queue or deleted on the level page leaves the queue', async () => {
    const [firstMember, secondMember] = [await premium(app.db, 'SILVER'), await premium(app.db, 'SILVER')]
    const deleted = await requestChange(firstMember.MembershipNo)
    expect((await remove(deleted)).body.Status).toBe('Deleted')
    expect((await queueOf(firstMember.MembershipNo)).map(({ Status }) => Status)).toEqual(['Withdrawn'])
    const withdrawn = await requestChange(secondMember.MembershipNo)
    const { ApprovalId } = (await queueOf(secondMember.MembershipNo))[0]!
    expect((await app.call(withdrawRequest, { ApprovalId }, outletStaff)).status).toBe(200)
    expect((await readChange(withdrawn)).Status).toBe('Deleted')
  })

  test('level changes: the menu counts each request once, and only for users who may decide it', async () => {
    const counts = async (as: Caller) => (await app.call(getMenuBadges, {}, as)).body.rows
    const of = async (as: Caller) => (await counts(as)).find(({ Path }) => Path === '/settings/approvals')?.Count ?? 0
    const before = await of(approver)
    const { MembershipNo } = await premium(app.db, 'SILVER')
    await requestChange(MembershipNo)
    expect(await of(approver)).toBe(before + 1)
    expect((await counts(approver)).filter(({ Path }) => Path.includes('level-histories'))).toEqual([])
    expect(await of(outletStaff)).toBe(0)
  })
})

describe('statuses of a level change', () => {
  const bringToStatus: Record<string, (id: number) => Promise<unknown>> = {
    Pending: async () => {},
    Approved: (id) => approve(id),
    Rejected: (id) => reject(id),
    Deleted: (id) => remove(id),
  }
  const acts: Record<string, (id: number, Version: number) => Promise<{ status: number }>> = {
    update: (id, Version) => change(id, Version, { Remark: 'Once more' }),
    approve: (id) => approve(id),
    reject: (id) => reject(id),
    delete: (id) => remove(id),
  }
  const cells = (['Upgrade', 'Downgrade'] as const).flatMap((Action) =>
    Object.keys(bringToStatus).flatMap((state) => Object.keys(acts).map((act) => [Action, state, act] as const)),
  )
  test.each(cells)(
    'level change: for an %s in status %s, %s succeeds only if levelMoves allows it',
    async (Action, state, act) => {
      const { MembershipNo } = await premium(app.db, 'SILVER')
      const id = await requestChange(MembershipNo, { Action, ToCategory: Action === 'Upgrade' ? 'GOLD' : 'BRONZE' })
      await bringToStatus[state]!(id)
      const before = await readChange(id)
      expect(before.Status).toBe(state)
      const allowed = (contract.levelChangeActionsByStatus[before.Status] as readonly string[]).includes(act)
      const { status } = await acts[act]!(id, before.Version)
      expect(status).toBe(allowed ? 200 : 409)
      // A refused action leaves the record unchanged.
      expect((await readChange(id)).Version).toBe(before.Version + (allowed ? 1 : 0))
    },
  )
})
