import { describe, expect, test } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { approver, levelCompany } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { saleOf } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith } from '#tests/harness.ts'
import * as contract from '../../contract/level-histories.ts'

const { app, cardOf, ask, asked, approve, reject, remove, change, one } = levelCompany()

const categoryOf = async (MembershipNo: string) => (await cardOf(MembershipNo)).CardCategoryCode

describe('a change of level', () => {
  test('is asked for, waits, and counts from the day after somebody else approved it', async () => {
    const member = await premium(app.db, 'SILVER')
    const { MembershipNo } = member
    await saleOf(app.db, member, '7000.00', { PerformedAt: '2026-03-04T05:00:00Z' })
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
        BasisAmount: '7000.00',
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
    expect(await cardOf(MembershipNo)).toMatchObject({
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

  test('waits once for a member, no matter who asks at the same time', async () => {
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
  ] as const)('to %j is refused: %s', async (input, code) => {
    const { MembershipNo } = await premium(app.db, 'SILVER')
    expect(await ask(MembershipNo, input)).toMatchObject({ status: 409, refusal: { code } })
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
    expect(await ask(MembershipNo)).toMatchObject({ status: 403, refusal: { code: 'customers.foreign' } })
    const LevelHistoryId = await asked(MembershipNo, {}, hq)
    expect(await app.call(contract.getLevelHistory, { LevelHistoryId }, outletStaff)).toMatchObject({ status: 403 })
    expect(await remove(LevelHistoryId)).toMatchObject({ status: 403 })
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
    expect(await ask('NOBODY1', {}, hq)).toMatchObject({ status: 404 })
    expect(await approve(999_999)).toMatchObject({ status: 404 })
  })
})
