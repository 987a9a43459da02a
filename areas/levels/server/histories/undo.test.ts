import { describe, expect, test } from 'vitest'
import { approveRequest, getApproval, listApprovals, undoApproval } from '#areas/approvals/contract.ts'
import { approver, levelCompany, secondApprover } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { outletStaff } from '#tests/harness.ts'
import { previewLevelHistory } from '../../contract/level-histories.ts'

const { app, nightly, queueOf, statusOf, cardOf, buy, requestChange, approve, reject, undo, readChange, set } =
  levelCompany()

const DAY = { AT_NOON: '2026-11-21T04:00:00Z', A_MINUTE_LATER: '2026-11-21T04:01:01Z' }

async function approveChange() {
  const { MembershipNo } = await premium(app.db, 'SILVER')
  const LevelHistoryId = await requestChange(MembershipNo, { Remark: 'Orders the wedding bands' })
  const [approval] = await queueOf(MembershipNo)
  const reply = await app.call(approveRequest, { ApprovalId: approval!.ApprovalId, Remark: 'An exception' }, approver)
  expect(reply).toMatchObject({ status: 200, body: { Status: 'Approved', CountsFrom: '2026-11-22' } })
  return { MembershipNo, LevelHistoryId, ApprovalId: approval!.ApprovalId }
}

describe('undo of the approval of a level change', () => {
  test('undo level approval: after an undo in the approval queue the change is pending again and can be decided anew', async () => {
    const { MembershipNo, LevelHistoryId, ApprovalId } = await approveChange()
    expect(await statusOf(MembershipNo)).toMatchObject({
      ComingCategory: 'GOLD',
      ComingFrom: '2026-11-22',
      ComingBy: expect.any(String),
    })
    expect(await app.call(undoApproval, { ApprovalId }, approver)).toMatchObject({
      status: 200,
      body: { Status: 'Pending', DecidedBy: null, DecidedAt: null, DecisionRemark: null, MayDecideYN: 'Y' },
    })
    expect(await statusOf(MembershipNo)).toMatchObject({ ComingCategory: null, PendingId: LevelHistoryId })
    expect(await readChange(LevelHistoryId)).toMatchObject({
      Status: 'Pending',
      Remark: 'Orders the wedding bands',
      EffectiveDate: null,
      CycleEnd: null,
      DecidedBy: null,
      DecisionRemark: null,
    })
    await nightly('2026-11-22')
    expect(await cardOf(MembershipNo)).toMatchObject({ CardCategoryCode: 'SILVER' })
    expect((await reject(LevelHistoryId, secondApprover)).status).toBe(200)
  })

  test('undo level approval: an undo on the level page has the same effect as in the queue, and is audited', async () => {
    const { MembershipNo, LevelHistoryId, ApprovalId } = await approveChange()
    expect(await undo(LevelHistoryId)).toMatchObject({ status: 200, body: { Status: 'Pending', MayDecideYN: 'Y' } })
    expect((await queueOf(MembershipNo))[0]).toMatchObject({ ApprovalId, Status: 'Pending' })
    const logged = await app.sql(
      `select action_type from audit_log where object_id = $1 and object_type = 'Approval' order by audit_log_id desc limit 1`,
      String(ApprovalId),
    )
    expect(JSON.stringify(logged)).toContain('Undo Approval')
  })

  test('undo level approval: only the user who approved can undo the approval', async () => {
    const { LevelHistoryId, ApprovalId } = await approveChange()
    for (const reply of [
      await app.call(undoApproval, { ApprovalId }, secondApprover),
      await app.call(undoApproval, { ApprovalId }, outletStaff),
      await undo(LevelHistoryId, secondApprover),
    ])
      expect(reply).toMatchObject({ status: 403, refusal: { code: 'approvals.not_your_decision' } })
    expect((await readChange(LevelHistoryId)).Status).toBe('Approved')
  })

  test('undo level approval: an undo is refused a minute after the approval', async () => {
    const { LevelHistoryId, ApprovalId } = await approveChange()
    app.clock.set(DAY.A_MINUTE_LATER)
    try {
      expect(await app.call(undoApproval, { ApprovalId }, approver)).toMatchObject({
        status: 409,
        refusal: { code: 'approvals.undo_over' },
      })
    } finally {
      app.clock.set(DAY.AT_NOON)
    }
    expect((await readChange(LevelHistoryId)).Status).toBe('Approved')
  })

  test('undo level approval: an approval that takes effect at once cannot be undone, and its preview states this', async () => {
    await set('takeEffect', 'At once')
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    const [approval] = await queueOf(MembershipNo)
    const { ApprovalId } = approval!
    expect((await app.call(getApproval, { ApprovalId }, approver)).body.CountsFrom).toBeNull()
    expect((await app.call(previewLevelHistory, { LevelHistoryId }, approver)).body.CountsFrom).toBeNull()
    const reply = await app.call(approveRequest, { ApprovalId, Remark: 'An exception' }, approver)
    expect(reply.body.CountsFrom).toBeNull()
    expect(await app.call(undoApproval, { ApprovalId }, approver)).toMatchObject({
      status: 409,
      refusal: { code: 'levels.in_effect' },
    })
    expect(await cardOf(MembershipNo)).toMatchObject({ CardCategoryCode: 'GOLD' })
  })

  test('undo level approval: an undo is refused if a later level change depends on the approved one', async () => {
    const { MembershipNo, LevelHistoryId, ApprovalId } = await approveChange()
    await requestChange(MembershipNo, { Action: 'Downgrade', ToCategory: 'BRONZE' })
    expect(await app.call(undoApproval, { ApprovalId }, approver)).toMatchObject({
      status: 409,
      refusal: { code: 'levels.followed' },
    })
    expect((await readChange(LevelHistoryId)).Status).toBe('Approved')
    expect((await queueOf(MembershipNo)).map(({ Status }) => Status).sort()).toEqual(['Approved', 'Pending'])
  })

  test('undo level approval: a rejection cannot be undone', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    await reject(LevelHistoryId)
    const { ApprovalId } = (await queueOf(MembershipNo))[0]!
    expect(await app.call(undoApproval, { ApprovalId }, approver)).toMatchObject({
      status: 409,
      refusal: { code: 'approvals.stands' },
    })
  })

  test('undo level approval: of concurrent undo calls one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { LevelHistoryId, ApprovalId } = await approveChange()
      const replies = await Promise.all([
        app.call(undoApproval, { ApprovalId }, approver),
        undo(LevelHistoryId),
        app.call(undoApproval, { ApprovalId }, approver),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      expect((await readChange(LevelHistoryId)).Status).toBe('Pending')
    }
  })

  test('undo level approval: the database accepts an undo only through the function for undoing approvals', async () => {
    const { LevelHistoryId, ApprovalId } = await approveChange()
    await expect(
      app.sql(
        `update approval set status = 'Pending', decided_by_id = null, decided_by = null, decided_at = null, decision_remark = null where approval_id = $1`,
        ApprovalId,
      ),
    ).rejects.toThrow('decided once')
    await expect(
      app.sql(
        `update membership_level_history set status = 'Pending', decided_by_id = null, decided_at = null, decision_remark = null,
           effective_date = null, cycle_start = null, cycle_end = null where level_history_id = $1`,
        LevelHistoryId,
      ),
    ).rejects.toThrow('decided once')
  })
})

describe('upgrade of a member below the required spend', () => {
  test('upgrade below the required spend: an approval needs a reason, and the spend at the time of approval counts', async () => {
    const member = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(member.MembershipNo)
    expect(await approve(LevelHistoryId, approver, null)).toMatchObject({
      status: 409,
      refusal: { code: 'levels.reason_required', params: { Spent: '0.00', Required: '10000.00' } },
    })
    expect((await app.call(previewLevelHistory, { LevelHistoryId }, approver)).body).toMatchObject({
      ExceptionYN: 'Y',
      Spent: '0.00',
      Required: '10000.00',
      Missing: '10000.00',
      From: { Name: 'Silver' },
      To: { Name: 'Gold' },
      CountsFrom: '2026-11-22',
      Before: [],
    })
    await buy(member, '10500.00')
    expect((await app.call(previewLevelHistory, { LevelHistoryId }, approver)).body).toMatchObject({
      ExceptionYN: 'N',
      Spent: '10500.00',
      Missing: '0.00',
      Purchases: 1,
    })
    expect((await approve(LevelHistoryId, approver, null)).status).toBe(200)
  })

  test('level change preview: shows earlier decisions about the same change', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    await reject(await requestChange(MembershipNo))
    const LevelHistoryId = await requestChange(MembershipNo)
    const { body } = await app.call(previewLevelHistory, { LevelHistoryId }, approver)
    expect(body.Before).toMatchObject([{ Status: 'Rejected', DecisionRemark: 'Not yet' }])
  })
})

test('approval queue: level changes that were decided are in a list of their own', async () => {
  const { ApprovalId, MembershipNo } = await approveChange()
  await requestChange((await premium(app.db, 'SILVER')).MembershipNo)
  const decided = (await app.call(listApprovals, { Search: { DecidedYN: 'Y' }, Rows: 100 }, approver)).body.rows
  expect(decided.map((row) => row.ApprovalId)).toContain(ApprovalId)
  expect(decided.every(({ Status }) => Status !== 'Pending')).toBe(true)
  expect((await app.call(listApprovals, { Search: { DecidedYN: 'N', MembershipNo } }, approver)).body.rows).toEqual([])
})
