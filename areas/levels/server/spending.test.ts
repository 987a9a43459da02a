import { describe, expect, test } from 'vitest'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { approver, levelCompany } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { cancellationOf, toSale } from '#tests/factories/memberships.ts'
import { line } from '#tests/factories/sales.ts'
import { hq, outletStaff } from '#tests/harness.ts'
import { approveLevelHistory } from '../contract/level-histories.ts'
import { getLevelStatus, listQualifyingSales } from '../contract/status.ts'

const { app, nightly, set, historyOf, statusOf, cardOf, buy } = levelCompany()

describe('spend that counts for a card level', () => {
  test('qualifying spend: purchases in the cycle count, less their returns, whenever the return was', async () => {
    const member = await premium(app.db, 'BRONZE')
    await toSale(app.db, member, '900.00', { PerformedAt: '2025-12-31T10:00:00Z' })
    const remainingSale = await toSale(app.db, member, '1000.00', { PerformedAt: '2026-02-01T10:00:00Z' })
    const back = await toSale(app.db, member, '700.00', { PerformedAt: '2026-03-01T10:00:00Z' })
    await cancellationOf(app.db, back, '200.00')
    expect(await statusOf(member.MembershipNo)).toMatchObject({
      Spend: '1500.00',
      NextCategory: 'SILVER',
      MissingToNext: '3500.00',
    })
    const { body } = await app.call(listQualifyingSales, { Search: { MembershipNo: member.MembershipNo } }, approver)
    expect(body).toMatchObject({
      count: 2,
      rows: [
        { InvoiceNo: back.InvoiceNo, NetAmount: '700.00', Returned: '200.00', QualifyingAmount: '500.00' },
        { InvoiceNo: remainingSale.InvoiceNo, NetAmount: '1000.00', Returned: '0.00', QualifyingAmount: '1000.00' },
      ],
    })
  })

  test('qualifying spend: redeemed points and voucher amounts do not count', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '4000')
    await app.call(
      redeemPoints,
      { MembershipNo: member.MembershipNo, Points: 300, ObjectType: 'Reward', ObjectValue: 'levels' },
      hq,
    )
    expect((await statusOf(member.MembershipNo)).Spend).toBe('4000.00')
    await buy(member, '2000', { VoucherAmount: '1500' })
    expect((await statusOf(member.MembershipNo)).Spend).toBe('4500.00')
  })

  test('qualifying spend: goods that earn no points do not count', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '0', { Details: [line('1000'), line('9000', { EligibleYN: 'N' })] })
    expect((await statusOf(member.MembershipNo)).Spend).toBe('1000.00')
  })

  test('level status: shows the spend, the amount missing for the next category and the sales that count', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '1000')
    const { MembershipNo } = member
    expect((await app.call(getLevelStatus, { MembershipNo }, outletStaff)).body).toMatchObject({
      Spend: '1000.00',
      MissingToNext: '4000.00',
      NextAmount: '5000.00',
    })
    const { body } = await app.call(listQualifyingSales, { Search: { MembershipNo } }, outletStaff)
    expect(body.rows).toMatchObject([{ NetAmount: '1000.00', QualifyingAmount: '1000.00' }])
  })
})

describe('automatic upgrade by spend', () => {
  test('upgrade by spend: the nightly batch upgrades a member from the next day and begins a new cycle', async () => {
    app.clock.set('2026-11-21T04:00:00Z')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await nightly('2026-11-21')
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
    expect(await statusOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'BRONZE',
      ComingCategory: 'SILVER',
      ComingFrom: '2026-11-22',
      NextCategory: 'GOLD',
    })
    await nightly('2026-11-22')
    expect(await cardOf(member.MembershipNo)).toMatchObject({
      CardCategoryCode: 'SILVER',
      CycleStart: '2026-11-22',
      CycleEnd: '2027-11-21',
    })
    expect((await statusOf(member.MembershipNo)).Spend).toBe('0.00')
    const feed = await app.call(customerTimeline, { Search: { CustomerId: member.CustomerId, Kind: 'Level' } } as never)
    expect(feed.body.rows).toMatchObject([
      { Subject: 'Upgrade', Detail: 'Approved', Previous: 'Bronze', Updated: 'Silver' },
    ])
  })

  test('upgrade by spend: a member is upgraded only with the full required amount', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '4999.99')
    await nightly('2026-11-21')
    expect(await historyOf(member.MembershipNo)).toEqual([])
  })

  test('upgrade by spend: an upgrade can skip a category, and repeated nightly batches upgrade once', async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '12000')
    await Promise.all([nightly('2026-11-21'), nightly('2026-11-21')])
    await nightly('2026-11-21')
    expect(await historyOf(member.MembershipNo)).toMatchObject([{ FromCategory: 'BRONZE', ToCategory: 'GOLD' }])
  })

  test('upgrade by spend: two purchases on one day reach the same category as one purchase of their sum', async () => {
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
    await nightly('2026-11-22')
    expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('GOLD')
  })

  test.each([
    ['Y', ['SILVER']],
    ['N', []],
  ])('upgrade by spend: an upgrade right after the sale depends on the setting %s', async (value, reached) => {
    await set('upgradeAfterSale', value)
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    expect((await historyOf(member.MembershipNo)).map(({ ToCategory }) => ToCategory)).toEqual(reached)
  })

  test('upgrade by spend: an immediate upgrade changes the category right after the sale', async () => {
    await set('upgradeAfterSale', 'Y')
    await set('takeEffect', 'At once')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('SILVER')
  })

  test.each(['Inactive', 'Suspended'] as const)(
    'upgrade by spend: a membership that is %s is not upgraded',
    async (Status) => {
      const member = await premium(app.db, 'BRONZE', { Status })
      await toSale(app.db, member, '5000.00', { PerformedAt: '2026-05-06T04:00:00Z' })
      await nightly('2026-11-21')
      expect(await historyOf(member.MembershipNo)).toEqual([])
    },
  )

  test('upgrade by spend: if configured, the upgrade waits for a second person’s approval', async () => {
    await set('upgrades', 'Approval')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await nightly('2026-11-21')
    await nightly('2026-11-21')
    const [change, ...others] = await historyOf(member.MembershipNo)
    expect(change).toMatchObject({ Status: 'Pending', ToCategory: 'SILVER', RequestedBy: null })
    expect(others).toEqual([])
    const { LevelHistoryId } = change!
    expect(
      (await app.call(approveLevelHistory, { LevelHistoryId, DecisionRemark: 'An exception' }, approver)).body,
    ).toMatchObject({
      Status: 'Approved',
    })
  })

  test('upgrade by spend: a setting switches automatic upgrades off', async () => {
    await set('upgrades', 'Off')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await nightly('2026-11-21')
    expect(await historyOf(member.MembershipNo)).toEqual([])
  })
})
