import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightSteps } from '#app/server/night.ts'
import { approveRequest, listApprovals } from '#areas/approvals/contract.ts'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { getMembership } from '#areas/memberships/contract/memberships.ts'
import { confirmUpgrade, prepareUpgrade } from '#areas/memberships/contract/upgrade.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { runNight } from '#areas/points/server/index.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { catalogue } from '#areas/setup/contract/settings.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { premium, threeTiers } from '#tests/factories/levels.ts'
import { cancellationOf, saleOf } from '#tests/factories/memberships.ts'
import { earningRules, line } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  addLevelHistory,
  approveLevelHistory,
  type LevelHistory,
  listLevelHistories,
  rejectLevelHistory,
} from '../contract/level-histories.ts'
import { getLevelStanding, listDowngrades, listQualifyingSales } from '../contract/standing.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
beforeAll(async () => {
  await threeTiers(app.db)
  await earningRules(app.db)
})
beforeEach(() => app.sql(`delete from setting where name like 'levels.%'`))

const approver = staffWith({ roles: 'all', privileges: ['Approve Level', 'View Sales Information'], outlet: 'HQ' })
const night = (date?: string) =>
  runNight(
    { database: app.database, clock: app.clock.now, timeZone: 'Asia/Kuala_Lumpur', log: () => {} },
    nightSteps,
    date,
  )
const set = (name: string, value: string) =>
  app.sql('insert into setting (name, value) values ($1, $2)', `levels.${name}`, JSON.stringify(value))
const historyOf = async (MembershipNo: string): Promise<LevelHistory[]> =>
  (await app.call(listLevelHistories, { Search: { MembershipNo } }, approver)).body.rows
const standingOf = async (MembershipNo: string) => (await app.call(getLevelStanding, { MembershipNo }, approver)).body
const cardOf = async (mbsno: string) => (await app.call(getMembership, { mbsno })).body

type Member = { MembershipNo: string; CustomerId: number }
let number = 0
const buy = async ({ MembershipNo }: Member, amount: string, more: object = {}) => {
  const InvoiceNo = `LIFE${++number}`
  const reply = await app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line(amount)], ...more } as never,
    outletStaff,
  )
  expect(reply.status).toBe(201)
  return InvoiceNo
}
const takeBack = async (OriginalInvoiceNo: string) => {
  const reply = await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, hq)
  expect(reply.status).toBe(201)
}

describe('what counts towards a level', () => {
  test('is what was bought in the cycle, net of what was taken back whenever that was', async () => {
    const member = await premium(app.db, 'BRONZE')
    await saleOf(app.db, member, '900.00', { PerformedAt: '2025-12-31T10:00:00Z' })
    const kept = await saleOf(app.db, member, '1000.00', { PerformedAt: '2026-02-01T10:00:00Z' })
    const back = await saleOf(app.db, member, '700.00', { PerformedAt: '2026-03-01T10:00:00Z' })
    await cancellationOf(app.db, back, '200.00')
    expect(await standingOf(member.MembershipNo)).toMatchObject({
      Spend: '1500.00',
      NextCategory: 'SILVER',
      MissingToNext: '3500.00',
    })
    const { body } = await app.call(listQualifyingSales, { Search: { MembershipNo: member.MembershipNo } }, approver)
    expect(body).toMatchObject({
      count: 2,
      rows: [
        { InvoiceNo: back.InvoiceNo, NetAmount: '700.00', TakenBack: '200.00', QualifyingAmount: '500.00' },
        { InvoiceNo: kept.InvoiceNo, NetAmount: '1000.00', TakenBack: '0.00', QualifyingAmount: '1000.00' },
      ],
    })
  })

  test('is what was bought and never what was redeemed: spending points moves nobody, and a voucher is no purchase', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '4000')
    await app.call(
      redeemPoints,
      { MembershipNo: member.MembershipNo, Points: 300, ObjectType: 'Reward', ObjectValue: 'levels' },
      hq,
    )
    expect((await standingOf(member.MembershipNo)).Spend).toBe('4000.00')
    await buy(member, '2000', { VoucherAmount: '1500' })
    expect((await standingOf(member.MembershipNo)).Spend).toBe('4500.00')
  })

  test('leaves out pieces that earn no points', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '0', { Details: [line('1000'), line('9000', { EligibleYN: 'N' })] })
    expect((await standingOf(member.MembershipNo)).Spend).toBe('1000.00')
  })

  test('is told without figures to who may not see sales', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '1000')
    const { MembershipNo } = member
    expect((await app.call(getLevelStanding, { MembershipNo }, outletStaff)).body).toMatchObject({
      Spend: null,
      MissingToNext: null,
      NextAmount: '5000.00',
    })
    const { body } = await app.call(listQualifyingSales, { Search: { MembershipNo } }, outletStaff)
    expect(body.rows).toMatchObject([{ NetAmount: null, QualifyingAmount: null }])
  })
})

describe('moving up by spending', () => {
  test('is done by the night, takes effect the next day, and begins a new cycle', async () => {
    app.clock.set('2026-11-21T04:00:00Z')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await night('2026-11-21')
    expect(await historyOf(member.MembershipNo)).toMatchObject([
      {
        Action: 'Upgrade',
        FromCategory: 'BRONZE',
        ToCategory: 'SILVER',
        Reason: 'Qualified by spend',
        Status: 'Approved',
        RequestedBy: null,
        BasisAmount: '5000.00',
        RequiredAmount: '5000.00',
        EffectiveDate: '2026-11-22',
        AppliedAt: null,
      },
    ])
    expect(await standingOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'BRONZE',
      ComingCategory: 'SILVER',
      ComingFrom: '2026-11-22',
      NextCategory: 'GOLD',
    })
    await night('2026-11-22')
    expect(await cardOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'SILVER',
      CycleStart: '2026-11-22',
      CycleEnd: '2027-11-21',
    })
    expect((await standingOf(member.MembershipNo)).Spend).toBe('0.00')
    const feed = await app.call(customerTimeline, { Search: { CustomerId: member.CustomerId, Kind: 'Level' } } as never)
    expect(feed.body.rows).toMatchObject([
      { Subject: 'Upgrade', Detail: 'Approved', Previous: 'BRONZE', Updated: 'SILVER' },
    ])
  })

  test('needs the whole amount', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '4999.99')
    await night('2026-11-21')
    expect(await historyOf(member.MembershipNo)).toEqual([])
  })

  test('passes over a tier when the amount is reached at once, and is done once however often the night runs', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '12000')
    await Promise.all([night('2026-11-21'), night('2026-11-21')])
    await night('2026-11-21')
    expect(await historyOf(member.MembershipNo)).toMatchObject([{ FromCategory: 'BRONZE', ToCategory: 'GOLD' }])
  })

  test('goes on from a change that waits for its day, so that two purchases of one day lead as far as one', async () => {
    await set('upgradeAfterSale', 'Y')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await buy(member, '6000')
    expect(
      (await historyOf(member.MembershipNo)).map(({ FromCategory, ToCategory }) => [FromCategory, ToCategory]),
    ).toEqual([
      ['SILVER', 'GOLD'],
      ['BRONZE', 'SILVER'],
    ])
    await night('2026-11-22')
    expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('GOLD')
  })

  test.each([
    ['Y', ['SILVER']],
    ['N', []],
  ])('right after a sale is a setting: %s', async (value, reached) => {
    await set('upgradeAfterSale', value)
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    expect((await historyOf(member.MembershipNo)).map(({ ToCategory }) => ToCategory)).toEqual(reached)
  })

  test('right after a sale and at once lets the next purchase earn in the new category', async () => {
    await set('upgradeAfterSale', 'Y')
    await set('takeEffect', 'At once')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('SILVER')
  })

  test('waits for a second person where the house wants it so', async () => {
    await set('upgrades', 'Approval')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await night('2026-11-21')
    await night('2026-11-21')
    const [change, ...others] = await historyOf(member.MembershipNo)
    expect(change).toMatchObject({ Status: 'Pending', ToCategory: 'SILVER', RequestedBy: null })
    expect(others).toEqual([])
    const { LevelHistoryId } = change!
    expect((await app.call(approveLevelHistory, { LevelHistoryId }, approver)).body).toMatchObject({
      Status: 'Approved',
    })
  })

  test('can be switched off', async () => {
    await set('upgrades', 'Off')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await night('2026-11-21')
    expect(await historyOf(member.MembershipNo)).toEqual([])
  })

  test('has the defaults of the settings catalogue', async () => {
    for (const name of [
      'levels.upgrades',
      'levels.downgrades',
      'levels.takeEffect',
      'levels.upgradeAfterSale',
    ] as const)
      expect(await app.sql('select level_setting($1) as value', name)).toEqual([{ value: catalogue[name].default }])
  })
})

describe('a cycle that has ended', () => {
  /** A SILVER member whose cycle ended on 31 October 2026; the grace lasts until 30 November. */
  const ended = (card: object = {}) =>
    premium(app.db, 'SILVER', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31', ...card })
  const bought = (member: Member, amount: string, day = '2026-03-04') =>
    saleOf(app.db, member, amount, { PerformedAt: `${day}T04:00:00Z` })

  test('begins anew for a member who spent enough to stay', async () => {
    const member = await ended()
    await bought(member, '3000.00')
    await night('2026-11-01')
    expect(await cardOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'SILVER',
      CycleStart: '2026-11-01',
      CycleEnd: '2027-10-31',
    })
    expect((await standingOf(member.MembershipNo)).Cycles).toMatchObject([
      {
        CycleStart: '2025-11-01',
        CycleEnd: '2026-10-31',
        Outcome: 'Kept',
        Spend: '3000.00',
        MaintainAmount: '3000.00',
      },
    ])
  })

  test('leaves the days of grace to buy what is lacking, which then counts once', async () => {
    const member = await ended()
    await bought(member, '2000.00')
    await night('2026-11-01')
    expect((await cardOf(member.MembershipNo)).CycleEnd).toBe('2026-10-31')
    await bought(member, '1000.00', '2026-11-15')
    await night('2026-11-16')
    expect(await cardOf(member.MembershipNo)).toMatchObject({ CycleStart: '2026-11-16', CycleEnd: '2027-11-15' })
    expect(await standingOf(member.MembershipNo)).toMatchObject({
      Spend: '0.00',
      Cycles: [{ Outcome: 'Kept in grace' }],
    })
  })

  test('leads after the days of grace to a downgrade by one level, which waits for a second person', async () => {
    const member = await premium(app.db, 'GOLD', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31' })
    await bought(member, '5999.99')
    await night('2026-11-30')
    expect(await historyOf(member.MembershipNo)).toEqual([])
    await night('2026-12-01')
    await night('2026-12-01')
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
    await night('2026-12-03')
    expect(await cardOf(member.MembershipNo)).toMatchObject({ CardCategoryCode: 'SILVER', CycleStart: '2026-12-03' })
    app.clock.set('2026-11-21T04:00:00Z')
  })

  test('that a second person lets pass begins anew, and is not asked about again', async () => {
    const member = await ended()
    await night('2026-12-01')
    const [change] = await historyOf(member.MembershipNo)
    app.clock.set('2026-12-02T04:00:00Z')
    const { LevelHistoryId } = change!
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'A friend of the house' }, approver)
    expect(await cardOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'SILVER',
      CycleStart: '2026-11-01',
      CycleEnd: '2027-10-31',
    })
    await night('2026-12-03')
    expect(await historyOf(member.MembershipNo)).toHaveLength(1)
    app.clock.set('2026-11-21T04:00:00Z')
  })

  test.each([
    ['One level', '0', 'SILVER'],
    ['Re-assess', '0', 'BRONZE'],
    ['Re-assess', '3000.00', 'SILVER'],
    ['Never', '0', null],
  ] as const)('with the mode %s and %s spent leads from Gold to %s', async (mode, spent, target) => {
    await app.sql(
      `update card_level set downgrade_mode = $1 from card_category where card_category.card_category_id = card_level.card_category_id and code = 'GOLD'`,
      mode,
    )
    const member = await premium(app.db, 'GOLD', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31' })
    if (spent !== '0') await bought(member, spent)
    await night('2026-12-01')
    const [change] = await historyOf(member.MembershipNo)
    expect(change?.ToCategory ?? null).toBe(target)
    // Who stays begins a new cycle at once; who may fall waits for the decision.
    expect((await cardOf(member.MembershipNo)).CycleStart).toBe(target === null ? '2026-11-01' : '2025-11-01')
    expect((await standingOf(member.MembershipNo)).Cycles).toMatchObject([
      { Outcome: target === null ? 'Never' : 'Downgrade' },
    ])
    await app.sql(`update card_level set downgrade_mode = 'One level'`)
  })

  test('of the lowest category just begins anew', async () => {
    await app.sql(
      `update card_level set maintain_amount = 100 from card_category where card_category.card_category_id = card_level.card_category_id and code = 'BRONZE'`,
    )
    const member = await premium(app.db, 'BRONZE', { CycleStart: '2025-11-01', CycleEnd: '2026-10-31' })
    await night('2026-12-01')
    expect(await historyOf(member.MembershipNo)).toEqual([])
    expect((await standingOf(member.MembershipNo)).Cycles).toMatchObject([{ Outcome: 'Lowest' }])
    await app.sql(
      `update card_level set maintain_amount = 0 from card_category where card_category.card_category_id = card_level.card_category_id and code = 'BRONZE'`,
    )
  })

  test.each([
    ['Automatic', 'Approved'],
    ['Approval', 'Pending'],
    ['Off', undefined],
  ])('and was not enough is treated as the house has set: %s', async (value, Status) => {
    await set('downgrades', value)
    const member = await ended()
    await night('2026-12-01')
    const [change] = await historyOf(member.MembershipNo)
    expect(change?.Status).toBe(Status)
    expect((await cardOf(member.MembershipNo)).CycleStart).toBe(Status ? '2025-11-01' : '2026-11-01')
  })

  test('long ago is not judged year by year: the member stands in the cycle of today', async () => {
    const member = await premium(app.db, 'BRONZE', { CycleStart: '2020-03-01', CycleEnd: '2021-02-28' })
    await night('2026-11-21')
    expect(await cardOf(member.MembershipNo)).toMatchObject({ CycleStart: '2026-03-01', CycleEnd: '2027-02-28' })
    expect((await standingOf(member.MembershipNo)).Cycles).toHaveLength(1)
  })

  test('waits while another change of the member waits', async () => {
    const member = await ended()
    const { MembershipNo } = member
    await app.call(addLevelHistory, { MembershipNo, Action: 'Upgrade', ToCategory: 'GOLD' }, outletStaff)
    await night('2026-12-01')
    expect((await historyOf(MembershipNo)).map(({ Action }) => Action)).toEqual(['Upgrade'])
    const { LevelHistoryId } = (await historyOf(MembershipNo))[0]!
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'No' }, approver)
    await night('2026-12-02')
    expect((await historyOf(MembershipNo)).map(({ Action }) => Action).sort()).toEqual(['Downgrade', 'Upgrade'])
  })
})

describe('the downgrade listing', () => {
  const listed = async (Search: object, as = approver) =>
    (await app.call(listDowngrades, { Search, Rows: 500 } as never, as)).body.rows
  const review = (MembershipNo: string, as = hq) =>
    app.call(addLevelHistory, { MembershipNo, Action: 'Downgrade', Reason: 'Cycle review' }, as)

  test('names who falls short in a month, by how much, and where he would fall', async () => {
    const member = await premium(app.db, 'GOLD', { CycleStart: '2025-08-16', CycleEnd: '2026-08-15' })
    await saleOf(app.db, member, '1000.00', { PerformedAt: '2026-05-06T04:00:00Z' })
    const enough = await premium(app.db, 'SILVER', { CycleStart: '2025-08-16', CycleEnd: '2026-08-15' })
    await saleOf(app.db, enough, '3000.00', { PerformedAt: '2026-05-06T04:00:00Z' })
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
    const own = staffWith({ roles: ['Member Category Approval'] })
    expect(await listed({ Month: '2026-08', MembershipNo }, own)).toMatchObject([{ Spend: null, Shortfall: null }])
  })

  test('lets a downgrade be asked for once the cycle is over, without waiting for the days of grace', async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER', { CycleStart: '2025-11-16', CycleEnd: '2026-11-15' })
    expect(await review(MembershipNo)).toMatchObject({
      status: 201,
      body: { ToCategory: 'BRONZE', Reason: 'Cycle review', RequiredAmount: '3000.00', Status: 'Pending' },
    })
    expect(await listed({ Month: '2026-11', MembershipNo })).toMatchObject([{ PendingYN: 'Y' }])
    expect(await review(MembershipNo)).toMatchObject({ status: 409 })
    await night('2026-12-20')
    expect(await historyOf(MembershipNo)).toHaveLength(1)
  })

  test('asks for nobody whose cycle runs, who spent enough, or who stays whatever he spends', async () => {
    const runs = await premium(app.db, 'SILVER')
    expect(await review(runs.MembershipNo)).toMatchObject({ status: 409, refusal: { code: 'levels.cycle_runs' } })
    const enough = await premium(app.db, 'SILVER', { CycleStart: '2025-11-16', CycleEnd: '2026-11-15' })
    await saleOf(app.db, enough, '3000.00', { PerformedAt: '2026-05-06T04:00:00Z' })
    expect(await review(enough.MembershipNo)).toMatchObject({ status: 409, refusal: { code: 'levels.maintained' } })
    expect(
      (await app.call(addLevelHistory, { MembershipNo: runs.MembershipNo, Action: 'Upgrade', Reason: 'Cycle review' }))
        .status,
    ).toBe(400)
  })
})

describe('a cancelled sale', () => {
  const upgraded = async (amounts: string[]) => {
    await set('takeEffect', 'At once')
    await set('upgradeAfterSale', 'Y')
    const member = await premium(app.db, 'BRONZE')
    const invoices: string[] = []
    for (const amount of amounts) invoices.push(await buy(member, amount))
    expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('SILVER')
    return { ...member, invoices }
  }

  test('that had caused an upgrade leads to a downgrade that waits, and never silently', async () => {
    const { MembershipNo, invoices } = await upgraded(['3000', '2000'])
    await takeBack(invoices[0]!)
    expect((await cardOf(MembershipNo)).CardCategoryCode).toBe('SILVER')
    const [change, upgrade] = await historyOf(MembershipNo)
    expect(change).toMatchObject({
      Action: 'Downgrade',
      FromCategory: 'SILVER',
      ToCategory: 'BRONZE',
      Reason: 'Sale cancelled',
      Status: 'Pending',
      BasisAmount: '2000.00',
      RequiredAmount: '5000.00',
      RequestedBy: null,
    })
    expect(upgrade).toMatchObject({ Action: 'Upgrade', Status: 'Approved' })
    const { LevelHistoryId } = change!
    await app.call(approveLevelHistory, { LevelHistoryId }, approver)
    expect((await cardOf(MembershipNo)).CardCategoryCode).toBe('BRONZE')
  })

  test('is made up for by what was bought since', async () => {
    const member = await upgraded(['3000', '2000'])
    await buy(member, '3000')
    await takeBack(member.invoices[0]!)
    expect((await historyOf(member.MembershipNo)).map(({ Action }) => Action)).toEqual(['Upgrade'])
  })

  test('is asked about once: who lets the member stay is not asked again', async () => {
    const { MembershipNo, invoices } = await upgraded(['3000', '2000'])
    await takeBack(invoices[0]!)
    const { LevelHistoryId } = (await historyOf(MembershipNo))[0]!
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'Exchanged next week' }, approver)
    await takeBack(invoices[1]!)
    await night('2026-11-21')
    expect(await historyOf(MembershipNo)).toHaveLength(2)
  })

  test('is caught up with in the night where another change waited, or a file brought the cancellation', async () => {
    const { MembershipNo, invoices } = await upgraded(['3000', '2000'])
    const other = await app.call(addLevelHistory, { MembershipNo, Action: 'Upgrade', ToCategory: 'GOLD' }, outletStaff)
    await takeBack(invoices[0]!)
    expect((await historyOf(MembershipNo)).filter(({ Action }) => Action === 'Downgrade')).toEqual([])
    const { LevelHistoryId } = other.body
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'No' }, approver)
    await night('2026-11-21')
    expect((await historyOf(MembershipNo)).find(({ Action }) => Action === 'Downgrade')).toMatchObject({
      Reason: 'Sale cancelled',
      Status: 'Pending',
    })
  })

  test.each([
    ['whole', undefined, null, 'Non-Premium Member'],
    ['part', '4', 'BRONZE', 'Premium Member'],
  ])(
    'by whose invoice a member became premium, taken back in %s, leads down',
    async (_, quantity, target, memberType) => {
      await set('takeEffect', 'At once')
      const member = await registered(app.db, { DateOfBirth: '1990-01-01', Gender: 'Female' })
      await address(app.db, member.CustomerId)
      const { MembershipNo } = member
      const InvoiceNo = await buy(member, '0', { Details: [line('1000', { Quantity: '5' })] })
      const { body } = await app.call(prepareUpgrade, { MembershipNo, InvoiceNo }, outletStaff)
      expect(body.CardCategoryCode).toBe('SILVER')
      await app.call(confirmUpgrade, { MembershipNo, Version: body.Version }, outletStaff)
      await app.call(
        addTransaction,
        {
          TransactionType: 'C',
          OriginalInvoiceNo: InvoiceNo,
          ...(quantity && { Details: [{ OldSequenceNo: 1, Quantity: quantity }] }),
        } as never,
        hq,
      )
      const [change] = await historyOf(MembershipNo)
      expect(change).toMatchObject({
        Action: 'Downgrade',
        FromCategory: 'SILVER',
        ToCategory: target,
        Reason: 'Sale cancelled',
      })
      const { LevelHistoryId } = change!
      expect((await app.call(approveLevelHistory, { LevelHistoryId }, approver)).status).toBe(200)
      expect(await cardOf(MembershipNo)).toMatchObject({ CardCategoryCode: target, MemberType: memberType })
      expect(await app.sql('select member_type from customer where customer_id = $1', member.CustomerId)).toEqual([
        { member_type: memberType },
      ])
    },
  )
})

test('a change that is due when the member is elsewhere by then lapses and changes nothing', async () => {
  const member = await premium(app.db, 'BRONZE')
  await buy(member, '5000')
  await night('2026-11-21')
  await app.sql(`update membership set card_category_code = 'GOLD' where membership_no = $1`, member.MembershipNo)
  await night('2026-11-22')
  expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('GOLD')
  expect(await historyOf(member.MembershipNo)).toMatchObject([{ AppliedAt: null, LapsedAt: expect.any(String) }])
})

test('sales, cancellations, decisions and the night of one member at once leave one true level', async () => {
  await set('upgradeAfterSale', 'Y')
  const member = await premium(app.db, 'BRONZE')
  const { MembershipNo } = member
  const invoices = await Promise.all(['1500', '1500', '1500', '1500', '1500'].map((amount) => buy(member, amount)))
  await Promise.all([
    ...invoices.slice(0, 3).map((invoice) => takeBack(invoice)),
    buy(member, '500'),
    buy(member, '500'),
    night('2026-11-21'),
    night('2026-11-21'),
  ])
  const changes = await historyOf(MembershipNo)
  expect(changes.filter(({ Action }) => Action === 'Upgrade')).toHaveLength(1)
  // Three of five purchases went back: what is left does not carry the upgrade any more.
  expect(changes.filter(({ Status }) => Status === 'Pending')).toMatchObject([{ Reason: 'Sale cancelled' }])
  expect((await standingOf(MembershipNo)).Spend).toBe('4000.00')
})
