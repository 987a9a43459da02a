import { describe, expect, test } from 'vitest'
import { approveRequest, listApprovals } from '#areas/approvals/contract.ts'
import { approver, levelCompany, type Member } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { toSale } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith } from '#tests/harness.ts'
import { addLevelHistory, rejectLevelHistory } from '../contract/level-histories.ts'
import { listDowngrades } from '../contract/status.ts'

const { app, nightly, set, historyOf, statusOf, cardOf, approve, requestChange } = levelCompany()

describe('review at the end of a membership cycle', () => {
  /** A SILVER member whose cycle ended on 31 October 2026 and whose grace period ends on 30 November. */
  const ended = (card: object = {}) =>
    premium(app.db, 'SILVER', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31', ...card })
  const buyInCycle = (member: Member, amount: string, day = '2026-03-04') =>
    toSale(app.db, member, amount, { PerformedAt: `${day}T04:00:00Z` })

  test('cycle review: a member with enough spend starts the next cycle', async () => {
    const member = await ended()
    await buyInCycle(member, '3000.00')
    await nightly('2026-11-01')
    expect(await cardOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'SILVER',
      CycleStart: '2026-11-01',
      CycleEnd: '2027-10-31',
    })
    expect((await statusOf(member.MembershipNo)).Cycles).toMatchObject([
      {
        CycleStart: '2025-11-01',
        CycleEnd: '2026-10-31',
        Outcome: 'Kept',
        Spend: '3000.00',
        MaintainAmount: '3000.00',
      },
    ])
  })

  test('cycle review: purchases in the grace period can maintain the category, and count in one cycle only', async () => {
    const member = await ended()
    await buyInCycle(member, '2000.00')
    await nightly('2026-11-01')
    expect((await cardOf(member.MembershipNo)).CycleEnd).toBe('2026-10-31')
    await buyInCycle(member, '1000.00', '2026-11-15')
    await nightly('2026-11-16')
    expect(await cardOf(member.MembershipNo)).toMatchObject({ CycleStart: '2026-11-16', CycleEnd: '2027-11-15' })
    expect(await statusOf(member.MembershipNo)).toMatchObject({
      Spend: '0.00',
      Cycles: [{ Outcome: 'Kept in grace' }],
    })
  })

  test('cycle review: after the grace period a downgrade by one level is requested, and a second person decides', async () => {
    const member = await premium(app.db, 'GOLD', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31' })
    await buyInCycle(member, '5999.99')
    await nightly('2026-11-30')
    expect(await historyOf(member.MembershipNo)).toEqual([])
    await nightly('2026-12-01')
    await nightly('2026-12-01')
    const [change, ...others] = await historyOf(member.MembershipNo)
    expect(others).toEqual([])
    expect(change).toMatchObject({
      Action: 'Downgrade',
      FromCategory: 'GOLD',
      ToCategory: 'SILVER',
      Reason: 'Cycle review',
      Status: 'Pending',
      BasisAmount: '5999.99',
      RequiredAmount: '6000.00',
      BasisTo: '2026-11-30',
    })
    expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('GOLD')
    const { rows } = (await app.call(listApprovals, { Search: { MembershipNo: member.MembershipNo } }, approver)).body
    expect(rows).toMatchObject([
      { Status: 'Pending', RequestedBy: 'Automatic review', Summary: { key: 'approvals:summary.downgrade' } },
    ])

    app.clock.set('2026-12-02T04:00:00Z')
    expect((await app.call(approveRequest, { ApprovalId: rows[0]!.ApprovalId }, approver)).status).toBe(200)
    await nightly('2026-12-03')
    expect(await cardOf(member.MembershipNo)).toMatchObject({ CardCategoryCode: 'SILVER', CycleStart: '2026-12-03' })
    app.clock.set('2026-11-21T04:00:00Z')
  })

  test('cycle review: a rejected downgrade starts a new cycle and is not requested again', async () => {
    const member = await ended()
    await nightly('2026-12-01')
    const [change] = await historyOf(member.MembershipNo)
    app.clock.set('2026-12-02T04:00:00Z')
    const { LevelHistoryId } = change!
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'A friend of the house' }, approver)
    expect(await cardOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'SILVER',
      CycleStart: '2026-11-01',
      CycleEnd: '2027-10-31',
    })
    await nightly('2026-12-03')
    expect(await historyOf(member.MembershipNo)).toHaveLength(1)
    app.clock.set('2026-11-21T04:00:00Z')
  })

  test.each([
    ['One level', '0', 'SILVER'],
    ['Re-assess', '0', 'BRONZE'],
    ['Re-assess', '3000.00', 'SILVER'],
    ['Never', '0', null],
  ] as const)('cycle review: mode %s with a spend of %s leads from Gold to %s', async (mode, spent, target) => {
    await app.sql(
      `update card_level set downgrade_mode = $1 from card_category where card_category.card_category_id = card_level.card_category_id and code = 'GOLD'`,
      mode,
    )
    const member = await premium(app.db, 'GOLD', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31' })
    if (spent !== '0') await buyInCycle(member, spent)
    await nightly('2026-12-01')
    const [change] = await historyOf(member.MembershipNo)
    expect(change?.ToCategory ?? null).toBe(target)
    // Members who keep their category begin a new cycle at once; the others wait for the decision.
    expect((await cardOf(member.MembershipNo)).CycleStart).toBe(target === null ? '2026-11-01' : '2025-11-01')
    expect((await statusOf(member.MembershipNo)).Cycles).toMatchObject([
      { Outcome: target === null ? 'Never' : 'Downgrade' },
    ])
    await app.sql(`update card_level set downgrade_mode = 'One level'`)
  })

  test('cycle review: a member of the lowest category starts the next cycle without a downgrade', async () => {
    await app.sql(
      `update card_level set maintain_amount = 100 from card_category where card_category.card_category_id = card_level.card_category_id and code = 'BRONZE'`,
    )
    const member = await premium(app.db, 'BRONZE', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31' })
    await nightly('2026-12-01')
    expect(await historyOf(member.MembershipNo)).toEqual([])
    expect((await statusOf(member.MembershipNo)).Cycles).toMatchObject([{ Outcome: 'Lowest' }])
    await app.sql(
      `update card_level set maintain_amount = 0 from card_category where card_category.card_category_id = card_level.card_category_id and code = 'BRONZE'`,
    )
  })

  test.each([
    ['Automatic', 'Approved'],
    ['Approval', 'Pending'],
    ['Off', undefined],
  ])('cycle review: after insufficient spend, a downgrade follows the setting %s', async (value, Status) => {
    await set('downgrades', value)
    const member = await ended()
    await nightly('2026-12-01')
    const [change] = await historyOf(member.MembershipNo)
    expect(change?.Status).toBe(Status)
    expect((await cardOf(member.MembershipNo)).CycleStart).toBe(Status ? '2025-11-01' : '2026-11-01')
  })

  test('cycle review: a member whose cycle ended years ago gets the current cycle, without a review of the years between', async () => {
    const member = await premium(app.db, 'BRONZE', { CycleStart: '2020-03-01', CycleEnd: '2021-02-28' })
    await nightly('2026-11-21')
    expect(await cardOf(member.MembershipNo)).toMatchObject({ CycleStart: '2026-03-01', CycleEnd: '2027-02-28' })
    expect((await statusOf(member.MembershipNo)).Cycles).toHaveLength(1)
  })

  test('cycle review: a cycle is not reviewed while another change is pending', async () => {
    const member = await ended()
    const { MembershipNo } = member
    await app.call(addLevelHistory, { MembershipNo, Action: 'Upgrade', ToCategory: 'GOLD' }, outletStaff)
    await nightly('2026-12-01')
    expect((await historyOf(MembershipNo)).map(({ Action }) => Action)).toEqual(['Upgrade'])
    const { LevelHistoryId } = (await historyOf(MembershipNo))[0]!
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'No' }, approver)
    await nightly('2026-12-02')
    expect((await historyOf(MembershipNo)).map(({ Action }) => Action).sort()).toEqual(['Downgrade', 'Upgrade'])
  })
})

describe('list of members due for a downgrade', () => {
  const listed = async (Search: object, as = approver) =>
    (await app.call(listDowngrades, { Search, Rows: 500 } as never, as)).body.rows
  const review = (MembershipNo: string, as = hq) =>
    app.call(addLevelHistory, { MembershipNo, Action: 'Downgrade', Reason: 'Cycle review' }, as)

  test('downgrade list: shows members below the required spend, the missing amount and the lower category', async () => {
    const member = await premium(app.db, 'GOLD', { CycleStart: '2025-08-16', CycleEnd: '2026-08-15' })
    await toSale(app.db, member, '1000.00', { PerformedAt: '2026-05-06T04:00:00Z' })
    const enough = await premium(app.db, 'SILVER', { CycleStart: '2025-08-16', CycleEnd: '2026-08-15' })
    await toSale(app.db, enough, '3000.00', { PerformedAt: '2026-05-06T04:00:00Z' })
    const { MembershipNo } = member
    expect((await listed({ Month: '2026-08' })).filter((row) => row.CycleEnd === '2026-08-15')).toEqual([
      {
        MembershipNo,
        CustomerId: member.CustomerId,
        Name: member.FullName,
        RegisteredOutletCode: 'KLCC',
        CardCategoryCode: 'GOLD',
        CycleEnd: '2026-08-15',
        GraceUntil: '2026-09-14',
        Spend: '1000.00',
        MaintainAmount: '6000.00',
        Shortfall: '5000.00',
        LastPurchase: '2026-05-06',
        ToCategory: 'SILVER',
        EndedYN: 'Y',
        PendingYN: 'N',
      },
    ])
    expect(await listed({ Month: '2026-07', MembershipNo })).toEqual([])
    const outlet = staffWith({ roles: ['Member Category Approval'], outlet: 'PAV' })
    expect(await listed({ Month: '2026-08', MembershipNo }, outlet)).toEqual([])
    const ownOutletStaff = staffWith({ roles: ['Member Category Approval'] })
    expect(await listed({ Month: '2026-08', MembershipNo }, ownOutletStaff)).toMatchObject([
      { Spend: null, Shortfall: null },
    ])
  })

  test('downgrade list: a downgrade can be requested once the cycle has ended, even in the grace period', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER', { CycleStart: '2025-11-16', CycleEnd: '2026-11-15' })
    expect(await review(MembershipNo)).toMatchObject({
      status: 201,
      body: { ToCategory: 'BRONZE', Reason: 'Cycle review', RequiredAmount: '3000.00', Status: 'Pending' },
    })
    expect(await listed({ Month: '2026-11', MembershipNo })).toMatchObject([{ PendingYN: 'Y' }])
    expect(await review(MembershipNo)).toMatchObject({ status: 409 })
    await nightly('2026-12-20')
    expect(await historyOf(MembershipNo)).toHaveLength(1)
  })

  test('downgrade list: a member with an approved level change is left out, because the change begins a new cycle', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER', { CycleStart: '2025-11-16', CycleEnd: '2026-11-15' })
    await approve(await requestChange(MembershipNo))
    expect(await review(MembershipNo)).toMatchObject({ status: 409, refusal: { code: 'levels.pending' } })
    await nightly('2026-12-20')
    expect(await historyOf(MembershipNo)).toMatchObject([{ Action: 'Upgrade', AppliedAt: expect.any(String) }])
    expect((await cardOf(MembershipNo)).CycleStart).toBe('2026-11-22')
  })

  test('downgrade list: a downgrade cannot be requested during the cycle or for a member with enough spend', async () => {
    const runs = await premium(app.db, 'SILVER')
    expect(await review(runs.MembershipNo)).toMatchObject({ status: 409, refusal: { code: 'levels.cycle_runs' } })
    const enough = await premium(app.db, 'SILVER', { CycleStart: '2025-11-16', CycleEnd: '2026-11-15' })
    await toSale(app.db, enough, '3000.00', { PerformedAt: '2026-05-06T04:00:00Z' })
    expect(await review(enough.MembershipNo)).toMatchObject({ status: 409, refusal: { code: 'levels.maintained' } })
    expect(
      (await app.call(addLevelHistory, { MembershipNo: runs.MembershipNo, Action: 'Upgrade', Reason: 'Cycle review' }))
        .status,
    ).toBe(400)
  })
})
