import { describe, expect, test } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { approver, levelCompany } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { toSale } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith } from '#tests/harness.ts'
import * as contract from '../../contract/level-histories.ts'

const { app, cardOf, callRequestChange, requestChange, approve, reject, remove, change, readChange } = levelCompany()

const categoryOf = async (MembershipNo: string) => (await cardOf(MembershipNo)).CardCategoryCode

describe('requests for level changes', () => {
  test('level change requests: a change takes effect on the day after a second person approves it', async () => {
    const member = await premium(app.db, 'SILVER')
    const { MembershipNo } = member
    await toSale(app.db, member, '7000.00', { PerformedAt: '2026-03-04T05:00:00Z' })
    const reply = await callRequestChange(MembershipNo, { Remark: 'Wedding next month' })
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
        BasisAmount: '7000.00',
      },
    })
    const { LevelHistoryId } = reply.body
    expect(await readChange(LevelHistoryId)).toMatchObject({
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

  test('level change requests: an approved change takes effect at once if configured', async () => {
    await app.sql(`insert into setting (name, value) values ('levels.takeEffect', '"At once"')`)
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo)
    expect((await approve(LevelHistoryId)).body).toMatchObject({
      EffectiveDate: '2026-11-21',
      AppliedAt: '2026-11-21T04:00:00.000Z',
    })
    expect(await cardOf(MembershipNo)).toMatchObject({
      CardCategoryCode: 'GOLD',
      CycleStart: '2026-11-21',
      CycleEnd: '2027-11-20',
    })
    await app.sql(`delete from setting where name = 'levels.takeEffect'`)
  })

  test('level change requests: a rejection stores the reason, leaves the member unchanged and allows a new request', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const LevelHistoryId = await requestChange(MembershipNo, { Action: 'Downgrade', ToCategory: 'BRONZE' })
    expect(await reject(LevelHistoryId)).toMatchObject({
      status: 200,
      body: { Status: 'Rejected', DecisionRemark: 'Not yet', EffectiveDate: null },
    })
    expect(await categoryOf(MembershipNo)).toBe('SILVER')
    expect((await callRequestChange(MembershipNo)).status).toBe(201)
  })

  test('level change requests: of concurrent requests for one member only one becomes pending', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    const replies = await Promise.all(Array.from({ length: 5 }, () => callRequestChange(MembershipNo)))
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
  ] as const)('level change requests: the change %j is refused with %s', async (input, code) => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    expect(await callRequestChange(MembershipNo, input)).toMatchObject({ status: 409, refusal: { code } })
  })

  test.each(['Inactive', 'Suspended', 'Archived', 'Merged'] as const)(
    'level change requests: a change for a membership that is %s is refused',
    async (Status) => {
      const { MembershipNo } = await premium(app.db, 'SILVER', { Status })
      expect(await callRequestChange(MembershipNo)).toMatchObject({
        status: 409,
        refusal: { code: 'levels.not_active' },
      })
    },
  )

  test('level change requests: a non-premium member cannot be upgraded by request, because premium starts with an invoice', async () => {
    const { MembershipNo } = await registered(app.db)
    expect(await callRequestChange(MembershipNo)).toMatchObject({
      status: 409,
      refusal: { code: 'levels.not_premium' },
    })
  })

  test('level change requests: an outlet can neither request nor see changes for another outlet’s members', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER', {}, { RegisteredOutletCode: 'PAV' })
    expect(await callRequestChange(MembershipNo)).toMatchObject({ status: 403, refusal: { code: 'customers.foreign' } })
    const LevelHistoryId = await requestChange(MembershipNo, {}, hq)
    expect(await app.call(contract.getLevelHistory, { LevelHistoryId }, outletStaff)).toMatchObject({ status: 403 })
    expect(await remove(LevelHistoryId)).toMatchObject({ status: 403 })
    const listed = await app.call(contract.listLevelHistories, {}, outletStaff)
    expect(listed.body.rows.every(({ RegisteredOutletCode }) => RegisteredOutletCode === 'KLCC')).toBe(true)
    expect((await app.call(contract.listLevelHistories, { Search: { OutletCode: 'PAV' } }, outletStaff)).status).toBe(
      403,
    )
  })

  test('level change requests: changes can be filtered by member, name, direction, reason and status', async () => {
    const { MembershipNo, FullName } = await premium(app.db, 'GOLD')
    await requestChange(MembershipNo, { Action: 'Downgrade', ToCategory: 'SILVER', Reason: 'Correction' })
    const listIds = async (Search: object) =>
      (await app.call(contract.listLevelHistories, { Search } as never, approver)).body.rows.map(
        (row) => row.MembershipNo,
      )
    expect(await listIds({ MembershipNo })).toEqual([MembershipNo])
    expect(await listIds({ FullName, Status: 'Pending' })).toEqual([MembershipNo])
    expect(await listIds({ MembershipNo, Action: 'Upgrade' })).toEqual([])
    expect(await listIds({ MembershipNo, Reason: 'Correction', FromCategory: 'gold', ToCategory: 'SILVER' })).toEqual([
      MembershipNo,
    ])
    expect(await listIds({ MembershipNo, RequestedFrom: '2026-11-22' })).toEqual([])
  })
})

describe('editing a request for a level change', () => {
  test('editing a level change request: only the requester and users who may decide it can edit or delete a request', async () => {
    const { MembershipNo } = await premium(app.db, 'BRONZE')
    const LevelHistoryId = await requestChange(MembershipNo, { ToCategory: 'SILVER' })
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

  test('level change requests: an unknown request and an unknown member get 404', async () => {
    expect(await callRequestChange('NOBODY1', {}, hq)).toMatchObject({ status: 404 })
    expect(await approve(999_999)).toMatchObject({ status: 404 })
  })
})
