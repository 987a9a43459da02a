import { beforeAll, describe, expect, test } from 'vitest'
import {
  approveRequest,
  getApproval,
  listApprovals,
  rejectRequest,
  withdrawRequest,
} from '#areas/approvals/contract.ts'
import { updateCardCategory } from '#areas/memberships/contract/card-categories.ts'
import { getMembership } from '#areas/memberships/contract/memberships.ts'
import { getBadges } from '#areas/workspace/contract.ts'
import { registered } from '#tests/factories/customers.ts'
import { premium, threeTiers } from '#tests/factories/levels.ts'
import { saleOf } from '#tests/factories/memberships.ts'
import { type Caller, hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract/level-histories.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
let tiers: Awaited<ReturnType<typeof threeTiers>>
beforeAll(async () => {
  tiers = await threeTiers(app.db)
})

const approver = staffWith({
  roles: ['Member Category Approval', 'Customer'],
  privileges: ['Approve Level', 'View Sales Information'],
  outlet: 'HQ',
})
const third = staffWith({
  roles: ['Member Category Approval'],
  privileges: ['Approve Level', 'View Audit'],
  outlet: 'HQ',
})

type Wish = { Action?: 'Upgrade' | 'Downgrade'; ToCategory?: string; Reason?: 'Correction'; Remark?: string }
const ask = (MembershipNo: string, wish: Wish = {}, as: Caller = outletStaff) =>
  app.call(contract.addLevelHistory, { MembershipNo, Action: 'Upgrade', ToCategory: 'GOLD', ...wish } as never, as)
const asked = async (MembershipNo: string, wish: Wish = {}, as: Caller = outletStaff) => {
  const reply = await ask(MembershipNo, wish, as)
  expect(reply.status).toBe(201)
  return reply.body.LevelHistoryId
}
const approve = (LevelHistoryId: number, as = approver) =>
  app.call(contract.approveLevelHistory, { LevelHistoryId }, as)
const reject = (LevelHistoryId: number, as = approver) =>
  app.call(contract.rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'Not yet' }, as)
const remove = (LevelHistoryId: number, as: Caller = outletStaff) =>
  app.call(contract.deleteLevelHistory, { LevelHistoryId }, as)
const change = (LevelHistoryId: number, Version: number, more: object, as: Caller = outletStaff) =>
  app.call(contract.updateLevelHistory, { LevelHistoryId, Version, ...more } as never, as)
const one = async (LevelHistoryId: number, as = approver) =>
  (await app.call(contract.getLevelHistory, { LevelHistoryId }, as)).body
const categoryOf = async (mbsno: string) => (await app.call(getMembership, { mbsno })).body.CardCategoryCode
const queueOf = async (MembershipNo: string) =>
  (await app.call(listApprovals, { Search: { MembershipNo } }, approver)).body.rows

describe('a change of level', () => {
  test('is asked for, waits, and counts from the day after somebody else approved it', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    await saleOf(
      app.db,
      { MembershipNo, CustomerId: (await app.call(getMembership, { mbsno: MembershipNo })).body.CustomerId },
      '7000.00',
      {
        PerformedAt: '2026-03-04T05:00:00Z',
      },
    )
    const reply = await ask(MembershipNo, { Remark: 'Wedding next month' })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        Action: 'Upgrade',
        FromCategory: 'SILVER',
        ToCategory: 'GOLD',
        Reason: 'Staff request',
        Status: 'Pending',
        Remark: 'Wedding next month',
        EffectiveDate: null,
        OwnYN: 'Y',
        MayDecideYN: 'N',
        // The counter may not see sales.
        BasisAmount: null,
      },
    })
    const { LevelHistoryId } = reply.body
    expect(await one(LevelHistoryId)).toMatchObject({
      BasisAmount: '7000.00',
      RequiredAmount: '10000.00',
      BasisFrom: '2026-01-01',
      BasisTo: '2026-11-21',
      MayDecideYN: 'Y',
    })
    expect(await categoryOf(MembershipNo)).toBe('SILVER')

    expect(await approve(LevelHistoryId)).toMatchObject({
      status: 200,
      body: {
        Status: 'Approved',
        EffectiveDate: '2026-11-22',
        CycleStart: '2026-11-22',
        CycleEnd: '2027-11-21',
        AppliedAt: null,
        DecidedBy: expect.stringContaining('Aisha'),
      },
    })
    expect(await categoryOf(MembershipNo)).toBe('SILVER')
  })

  test('counts at once where the house has set it so', async () => {
    await app.sql(`insert into setting (name, value) values ('levels.takeEffect', '"At once"')`)
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo)
    expect((await approve(LevelHistoryId)).body).toMatchObject({
      EffectiveDate: '2026-11-21',
      AppliedAt: '2026-11-21T04:00:00.000Z',
    })
    expect((await app.call(getMembership, { mbsno: MembershipNo })).body).toMatchObject({
      CardCategoryCode: 'GOLD',
      CycleStart: '2026-11-21',
      CycleEnd: '2027-11-20',
    })
    await app.sql(`delete from setting where name = 'levels.takeEffect'`)
  })

  test('that is rejected leaves the member, with the reason, and another may be asked for', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo, { Action: 'Downgrade', ToCategory: 'BRONZE' })
    expect(await reject(LevelHistoryId)).toMatchObject({
      status: 200,
      body: { Status: 'Rejected', DecisionRemark: 'Not yet', EffectiveDate: null },
    })
    expect(await categoryOf(MembershipNo)).toBe('SILVER')
    expect((await ask(MembershipNo)).status).toBe(201)
  })

  test('waits once for a member, whoever asks at the same time', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask(MembershipNo)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)!.refusal.code).toBe('levels.pending')
    await expect(
      app.sql(
        `insert into membership_level_history (membership_no, action, to_category, reason, status, requested_at) values ($1, 'Upgrade', 'GOLD', 'Correction', 'Pending', now())`,
        MembershipNo,
      ),
    ).rejects.toThrow('membership_level_history_one_pending')
  })

  test.each([
    [{ ToCategory: 'SILVER' }, 'levels.not_higher'],
    [{ ToCategory: 'BRONZE' }, 'levels.not_higher'],
    [{ Action: 'Downgrade', ToCategory: 'GOLD' }, 'levels.not_lower'],
    [{ ToCategory: 'NOWHERE' }, 'levels.category_unknown'],
  ] as const)('to %j is refused: %s', async (wish, code) => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    expect(await ask(MembershipNo, wish)).toMatchObject({ status: 409, refusal: { code } })
  })

  test.each(['Inactive', 'Suspended', 'Archived', 'Merged'] as const)(
    'of a membership that is %s is refused',
    async (Status) => {
      const { MembershipNo } = await premium(app.db, 'SILVER', { Status })
      expect(await ask(MembershipNo)).toMatchObject({ status: 409, refusal: { code: 'levels.not_active' } })
    },
  )

  test('of a non-premium member is refused: the way there is an invoice', async () => {
    const { MembershipNo } = await registered(app.db)
    expect(await ask(MembershipNo)).toMatchObject({ status: 409, refusal: { code: 'levels.not_premium' } })
  })

  test('of another outlet’s member can neither be asked for nor found by an outlet', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER', {}, { RegisteredOutletCode: 'PAV' })
    expect(await ask(MembershipNo)).toMatchObject({ status: 403, refusal: { code: 'levels.foreign' } })
    const LevelHistoryId = await asked(MembershipNo, {}, hq)
    expect(await app.call(contract.getLevelHistory, { LevelHistoryId }, outletStaff)).toMatchObject({ status: 404 })
    expect(await remove(LevelHistoryId)).toMatchObject({ status: 404 })
    const listed = await app.call(contract.listLevelHistories, {}, outletStaff)
    expect(listed.body.rows.every(({ RegisteredOutletCode }) => RegisteredOutletCode === 'KLCC')).toBe(true)
    expect((await app.call(contract.listLevelHistories, { Search: { OutletCode: 'PAV' } }, outletStaff)).status).toBe(
      403,
    )
  })

  test('is found by member, name, direction, reason and state', async () => {
    const { MembershipNo, FullName } = await premium(app.db, 'GOLD')
    await asked(MembershipNo, { Action: 'Downgrade', ToCategory: 'SILVER', Reason: 'Correction' })
    const found = async (Search: object) =>
      (await app.call(contract.listLevelHistories, { Search } as never, approver)).body.rows.map(
        (row) => row.MembershipNo,
      )
    expect(await found({ MembershipNo })).toEqual([MembershipNo])
    expect(await found({ FullName, Status: 'Pending' })).toEqual([MembershipNo])
    expect(await found({ MembershipNo, Action: 'Upgrade' })).toEqual([])
    expect(await found({ MembershipNo, Reason: 'Correction', FromCategory: 'gold', ToCategory: 'SILVER' })).toEqual([
      MembershipNo,
    ])
    expect(await found({ MembershipNo, RequestedFrom: '2026-11-22' })).toEqual([])
  })
})

describe('deciding', () => {
  test('A6: nobody approves or rejects what he asked for himself, also not by the queue', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await asked(MembershipNo, {}, approver)
    expect(await approve(LevelHistoryId)).toMatchObject({ status: 403, refusal: { code: 'levels.own_request' } })
    expect(await reject(LevelHistoryId)).toMatchObject({ status: 403, refusal: { code: 'levels.own_request' } })
    const [waiting] = await queueOf(MembershipNo)
    expect(await app.call(approveRequest, { ApprovalId: waiting!.ApprovalId }, approver)).toMatchObject({ status: 403 })
    expect((await one(LevelHistoryId)).Status).toBe('Pending')
    expect((await approve(LevelHistoryId, third)).status).toBe(200)
  })

  test('A6: whoever changes a request has asked for it, and cannot approve it then', async () => {
    const { MembershipNo } = await premium(app.db, 'BRONZE')
    const LevelHistoryId = await asked(MembershipNo, { ToCategory: 'SILVER' })
    expect(await change(LevelHistoryId, 1, { ToCategory: 'GOLD' }, approver)).toMatchObject({
      status: 200,
      body: { ToCategory: 'GOLD', OwnYN: 'Y', Version: 2 },
    })
    expect(await approve(LevelHistoryId)).toMatchObject({ status: 403 })
    expect((await queueOf(MembershipNo)).map(({ Status }) => Status).sort()).toEqual(['Pending', 'Withdrawn'])
    expect((await approve(LevelHistoryId, third)).body).toMatchObject({ Status: 'Approved', ToCategory: 'GOLD' })
  })

  test('A6: the database refuses an approval by the requester, whatever a program believes', async () => {
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

  test('33: of approving and rejecting at once exactly one wins, and the member and the queue say the same', async () => {
    for (let round = 0; round < 5; round++) {
      const { MembershipNo } = await premium(app.db, 'SILVER')
      const LevelHistoryId = await asked(MembershipNo)
      const [waiting] = await queueOf(MembershipNo)
      const { ApprovalId } = waiting!
      const replies = await Promise.all([
        approve(LevelHistoryId),
        reject(LevelHistoryId, third),
        app.call(approveRequest, { ApprovalId }, third),
        app.call(rejectRequest, { ApprovalId, Remark: 'No' }, approver),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const { Status } = await one(LevelHistoryId)
      expect((await queueOf(MembershipNo))[0]).toMatchObject({ Status })
    }
  })

  test('33: what was decided cannot be changed by any program', async () => {
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

  test('33: no call takes a state, a decider or a date from its sender', async () => {
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
    expect((await app.call(approveRequest, { ApprovalId }, approver)).status).toBe(200)
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

  test('is counted in the menu for those who may decide', async () => {
    const count = async (as: Caller) =>
      (await app.call(getBadges, {}, as)).body.rows.find(({ Path }) => Path === '/member/level-histories/approval')
        ?.Count ?? 0
    const before = await count(approver)
    const { MembershipNo } = await premium(app.db, 'SILVER')
    await asked(MembershipNo)
    expect(await count(approver)).toBe(before + 1)
    expect(await count(outletStaff)).toBe(0)
  })
})

describe('A4: every state of a change of level', () => {
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

describe('a request', () => {
  test('can be changed or deleted by who asked, or by who may decide, and by nobody else', async () => {
    const { MembershipNo } = await premium(app.db, 'BRONZE')
    const LevelHistoryId = await asked(MembershipNo, { ToCategory: 'SILVER' })
    const colleague = staffWith({ roles: ['Customer'], privileges: ['View Audit'] })
    expect(await change(LevelHistoryId, 1, { ToCategory: 'GOLD' }, colleague)).toMatchObject({
      status: 403,
      refusal: { code: 'levels.not_yours' },
    })
    expect(await remove(LevelHistoryId, colleague)).toMatchObject({ status: 403 })
    expect((await change(LevelHistoryId, 1, { ToCategory: 'GOLD' })).status).toBe(200)
    expect(await change(LevelHistoryId, 1, { ToCategory: 'SILVER' })).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale', current: { ToCategory: 'GOLD', Version: 2 } },
    })
    expect((await remove(LevelHistoryId, approver)).status).toBe(200)
  })

  test('of nobody, or that does not exist, is not found', async () => {
    expect(await ask('NOBODY1')).toMatchObject({ status: 404 })
    expect(await approve(999_999)).toMatchObject({ status: 404 })
  })
})
