import { describe, expect, test } from 'vitest'
import { approveRequest, getApproval, rejectRequest, withdrawRequest } from '#areas/approvals/contract.ts'
import { updateCardCategory } from '#areas/tiers/contract/card-categories.ts'
import { getBadges } from '#areas/workspace/contract.ts'
import { approver, levelCompany, secondApprover } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { type Caller, outletStaff, staffWith } from '#tests/harness.ts'
import * as contract from '../../contract/level-histories.ts'

const { app, tiers, queueOf, ask, asked, approve, reject, remove, change, one } = levelCompany()

describe('deciding', () => {
  test('nobody approves or rejects what he asked for himself, also not by the queue', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo, {}, approver)
    expect(await approve(LevelHistoryId)).toMatchObject({ status: 403, refusal: { code: 'levels.own_request' } })
    expect(await reject(LevelHistoryId)).toMatchObject({ status: 403, refusal: { code: 'levels.own_request' } })
    const [waiting] = await queueOf(MembershipNo)
    expect(await app.call(approveRequest, { ApprovalId: waiting!.ApprovalId }, approver)).toMatchObject({ status: 403 })
    expect((await one(LevelHistoryId)).Status).toBe('Pending')
    expect((await approve(LevelHistoryId, secondApprover)).status).toBe(200)
  })

  test('anyone who changes a request has asked for it, and cannot approve it then', async () => {
    const { MembershipNo } = await premium(app.db, 'BRONZE')
    const LevelHistoryId = await asked(MembershipNo, { ToCategory: 'SILVER' })
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

  test('the database refuses an approval by the requester, whatever a program believes', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
    await expect(
      app.sql(
        `update membership_level_history set status = 'Approved', decided_by_id = requested_by_id, decided_at = now() where level_history_id = $1`,
        LevelHistoryId,
      ),
    ).rejects.toThrow('level_history_by_another')
  })

  test('needs the role and the privilege', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
    expect(
      (await approve(LevelHistoryId, staffWith({ roles: ['Member Category Approval'], outlet: 'HQ' }))).status,
    ).toBe(403)
    expect((await approve(LevelHistoryId, staffWith({ privileges: ['Approve Level'], outlet: 'HQ' }))).status).toBe(403)
  })

  test('of approving and rejecting at once exactly one wins, and the member and the queue say the same', async () => {
    for (let round = 0; round < 5; round++) {
      const { MembershipNo } = await premium(app.db, 'SILVER')
      const LevelHistoryId = await asked(MembershipNo)
      const [waiting] = await queueOf(MembershipNo)
      const { ApprovalId } = waiting!
      const replies = await Promise.all([
        approve(LevelHistoryId),
        reject(LevelHistoryId, secondApprover),
        app.call(approveRequest, { ApprovalId, Remark: 'An exception' }, secondApprover),
        app.call(rejectRequest, { ApprovalId, Remark: 'No' }, approver),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const { Status } = await one(LevelHistoryId)
      expect((await queueOf(MembershipNo))[0]).toMatchObject({ Status })
    }
  })

  test('what was decided cannot be changed by any program', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
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

  test('no call takes a state, a decider or a date from its sender', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
    for (const forged of [
      { Status: 'Approved' },
      { DecidedById: 1 },
      { EffectiveDate: '2026-01-01' },
      { RequestedById: 1 },
    ]) {
      expect(await ask(MembershipNo, forged as never)).toMatchObject({ status: 400 })
      expect(await change(LevelHistoryId, 1, forged)).toMatchObject({ status: 400 })
    }
    expect((await one(LevelHistoryId)).Status).toBe('Pending')
  })

  test('re-checks that the member is still where the request found him', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
    await app.sql(`update membership set card_category_code = 'BRONZE' where membership_no = $1`, MembershipNo)
    const refused = await approve(LevelHistoryId)
    expect(refused).toMatchObject({
      status: 409,
      refusal: { code: 'levels.from_changed', params: { Now: 'Bronze', FromCategory: 'Silver' } },
    })
    const [waiting] = await queueOf(MembershipNo)
    expect((await app.call(getApproval, { ApprovalId: waiting!.ApprovalId }, approver)).body).toMatchObject({
      Status: 'Pending',
      Effects: [],
      Obstacle: { code: 'levels.from_changed' },
    })
    expect((await reject(LevelHistoryId)).status).toBe(200)
  })

  test('re-checks that the member and the category are still in use', async () => {
    const suspended = await premium(app.db, 'SILVER')
    const first = await asked(suspended.MembershipNo)
    await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, suspended.MembershipNo)
    expect(await approve(first)).toMatchObject({ status: 409, refusal: { code: 'levels.not_active' } })

    const { MembershipNo } = await premium(app.db, 'SILVER')
    const second = await asked(MembershipNo)
    const close = (Status: 'Active' | 'Inactive', Version: number) =>
      app.call(updateCardCategory, { CardCategoryId: tiers.gold.CardCategoryId, Version, Status })
    await close('Inactive', 1)
    expect(await approve(second)).toMatchObject({ status: 409, refusal: { code: 'levels.category_unknown' } })
    await close('Active', 2)
    expect((await approve(second)).status).toBe(200)
  })

  test('still ends a request whose membership was deleted meanwhile: it cannot be approved, but rejected', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
    await app.sql(`update membership set status = 'Deleted' where membership_no = $1`, MembershipNo)
    expect(await approve(LevelHistoryId)).toMatchObject({ status: 409, refusal: { code: 'levels.not_active' } })
    expect((await reject(LevelHistoryId)).body).toMatchObject({ Status: 'Rejected' })
  })
})

describe('the one queue', () => {
  test('shows a change of level with what it changes, and approving it there is the same', async () => {
    const { MembershipNo, FullName } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
    const [waiting] = await queueOf(MembershipNo)
    expect(waiting).toMatchObject({
      Kind: 'Membership level',
      Privilege: 'Approve Level',
      Summary: { key: 'approvals:summary.upgrade', params: { name: FullName, from: 'Silver', to: 'Gold' } },
    })
    const { ApprovalId } = waiting!
    expect((await app.call(getApproval, { ApprovalId }, approver)).body).toMatchObject({
      Obstacle: null,
      Effects: [
        { Before: 'Silver', After: 'Gold' },
        { Before: '0.00', After: '10000.00' },
      ],
    })
    expect((await app.call(approveRequest, { ApprovalId, Remark: 'An exception' }, approver)).status).toBe(200)
    expect(await one(LevelHistoryId)).toMatchObject({ Status: 'Approved', EffectiveDate: '2026-11-22' })
  })

  test('loses a request that is withdrawn there or deleted here', async () => {
    const [here, there] = [await premium(app.db, 'SILVER'), await premium(app.db, 'SILVER')]
    const deleted = await asked(here.MembershipNo)
    expect((await remove(deleted)).body.Status).toBe('Deleted')
    expect((await queueOf(here.MembershipNo)).map(({ Status }) => Status)).toEqual(['Withdrawn'])
    const withdrawn = await asked(there.MembershipNo)
    const { ApprovalId } = (await queueOf(there.MembershipNo))[0]!
    expect((await app.call(withdrawRequest, { ApprovalId }, outletStaff)).status).toBe(200)
    expect((await one(withdrawn)).Status).toBe('Deleted')
  })

  test('is counted in the menu once, for those who may decide', async () => {
    const counts = async (as: Caller) => (await app.call(getBadges, {}, as)).body.rows
    const of = async (as: Caller) => (await counts(as)).find(({ Path }) => Path === '/settings/approvals')?.Count ?? 0
    const before = await of(approver)
    const { MembershipNo } = await premium(app.db, 'SILVER')
    await asked(MembershipNo)
    expect(await of(approver)).toBe(before + 1)
    expect((await counts(approver)).filter(({ Path }) => Path.includes('level-histories'))).toEqual([])
    expect(await of(outletStaff)).toBe(0)
  })
})

describe('every state of a change of level', () => {
  const reach: Record<string, (id: number) => Promise<unknown>> = {
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
    Object.keys(reach).flatMap((state) => Object.keys(acts).map((act) => [Action, state, act] as const)),
  )
  test.each(cells)('%s, %s: %s', async (Action, state, act) => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const id = await asked(MembershipNo, { Action, ToCategory: Action === 'Upgrade' ? 'GOLD' : 'BRONZE' })
    await reach[state]!(id)
    const before = await one(id)
    expect(before.Status).toBe(state)
    const allowed = (contract.levelMoves[before.Status] as readonly string[]).includes(act)
    const { status } = await acts[act]!(id, before.Version)
    expect(status).toBe(allowed ? 200 : 409)
    // What is not allowed leaves the record as it was.
    expect((await one(id)).Version).toBe(before.Version + (allowed ? 1 : 0))
  })
})
