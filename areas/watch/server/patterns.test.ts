import { describe, expect, test } from 'vitest'
import { cancelCollect, collectReward, redeemRewards } from '#areas/customer-rewards/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { points, reward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { watchedCompany } from '#tests/factories/watched-company.ts'

// Patterns about staff: adjustments, manual sales, cancellations and own numbers, and the days that count.

const { app, set, createStaff, backToday, nightly, findingsAbout, evidenceOf, ok, sell, atTill, adjust } =
  watchedCompany()

describe('loyalty watch: many adjustments by one person', () => {
  test('many adjustments: the configured number raises one finding with all adjustments, and one fewer raises none', async () => {
    await set('watch.adjustments', 3)
    const clerk = await createStaff(['Point Adjustment'])
    const { MembershipNo, CustomerId } = await member(app.db)
    await adjust(MembershipNo, clerk.caller)
    await adjust(MembershipNo, clerk.caller)
    await nightly()
    expect(await findingsAbout('Adjustments', clerk)).toEqual([])

    await adjust(MembershipNo, clerk.caller)
    await nightly()
    await nightly()
    const [finding, ...more] = await findingsAbout('Adjustments', clerk)
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      Acts: 3,
      Points: 150,
      AtLeast: 3,
      Severity: 'Medium',
      Status: 'Open',
      OutletCode: 'KLCC',
    })
    const evidence = await evidenceOf(finding!.FindingId)
    expect(evidence).toHaveLength(3)
    expect(evidence[0]).toMatchObject({ Kind: 'Adjustment', Points: 50, MembershipNo, CustomerId })
    expect(evidence[0]!.PerformedBy).toBeTruthy()
  })

  test('many adjustments: adjustments of the next day extend the finding, and twice the configured number makes it severe', async () => {
    await set('watch.adjustments', 3)
    const clerk = await createStaff(['Point Adjustment'])
    const { MembershipNo } = await member(app.db)
    for (let count = 0; count < 3; count++) await adjust(MembershipNo, clerk.caller)
    await nightly()
    app.clock.advance(24 * 3600)
    for (let count = 0; count < 3; count++) await adjust(MembershipNo, clerk.caller)
    await nightly()
    await backToday()
    expect(await findingsAbout('Adjustments', clerk)).toMatchObject([{ Acts: 6, Severity: 'High' }])
  })

  test('many adjustments: the period consists of business days, and an adjustment on the eighth day is not counted', async () => {
    await set('watch.adjustments', 2)
    const [within, beyond] = [await createStaff(['Point Adjustment']), await createStaff(['Point Adjustment'])]
    const { MembershipNo } = await member(app.db)
    // One minute before midnight on the 1st and one minute after it on the 2nd in Kuala Lumpur: the same day in UTC.
    app.clock.set('2026-12-01T15:59:00Z')
    await adjust(MembershipNo, beyond.caller)
    app.clock.set('2026-12-01T16:01:00Z')
    await adjust(MembershipNo, within.caller)
    // 23:30 on the 8th in Kuala Lumpur.
    app.clock.set('2026-12-08T15:30:00Z')
    await adjust(MembershipNo, beyond.caller)
    await adjust(MembershipNo, within.caller)
    await nightly()
    await backToday()
    expect(await findingsAbout('Adjustments', within)).toMatchObject([
      { Acts: 2, FirstDay: '2026-12-02', LastDay: '2026-12-08' },
    ])
    expect(await findingsAbout('Adjustments', beyond)).toEqual([])
  })

  test('a loyalty watch setting of 0 turns the pattern off, and a higher setting later reports the same adjustments', async () => {
    await set('watch.adjustments', 0)
    const clerk = await createStaff(['Point Adjustment'])
    const { MembershipNo } = await member(app.db)
    for (let count = 0; count < 4; count++) await adjust(MembershipNo, clerk.caller)
    await nightly()
    expect(await findingsAbout('Adjustments', clerk)).toEqual([])
    await set('watch.adjustments', 4)
    await nightly()
    expect(await findingsAbout('Adjustments', clerk)).toMatchObject([{ Acts: 4, AtLeast: 4 }])
  })
})

describe('loyalty watch: many sales or cancellations by one person', () => {
  test('many manual sales: many sales entered by hand by one person raise a finding, and a till’s sales do not', async () => {
    await set('watch.manualSales', 2)
    const clerk = await createStaff(['Customer Transaction'])
    const { MembershipNo, CustomerId } = await member(app.db)
    const first = await sell(MembershipNo, clerk.caller)
    await atTill(MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await nightly()
    expect(await findingsAbout('Manual sales', clerk)).toEqual([])
    await sell(null, clerk.caller)
    await nightly()
    const [finding] = await findingsAbout('Manual sales', clerk)
    expect(finding).toMatchObject({ Acts: 2, Amount: '200.00', Points: 10, Severity: 'Low' })
    const evidence = await evidenceOf(finding!.FindingId)
    expect(evidence.find(({ InvoiceNo }) => InvoiceNo === first)).toMatchObject({
      Kind: 'Sale',
      Amount: '100.00',
      Points: 10,
      CustomerId,
    })
  })

  test('many cancellations: many cancellations by one person raise a finding, whoever entered the sales', async () => {
    await set('watch.cancellations', 2)
    const clerk = await createStaff(['Customer Transaction'], { outlet: 'KLCC' })
    const { MembershipNo } = await member(app.db)
    const cancel = async () => {
      const OriginalInvoiceNo = await atTill(MembershipNo, 'KLCC', '2026-11-20T09:00:00')
      ok(await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, clerk.caller))
    }
    await cancel()
    await nightly()
    expect(await findingsAbout('Cancellations', clerk)).toEqual([])
    await cancel()
    await nightly()
    const [finding] = await findingsAbout('Cancellations', clerk)
    expect(finding).toMatchObject({ Acts: 2, Points: -20 })
    expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Kind: 'Cancellation', Points: -10 })
  })
})

describe('loyalty watch: sales to a staff member’s own membership', () => {
  const setOwnCustomer = (staffId: number, CustomerId: number | null) =>
    app.sql(
      'update staff set own_customer_id = $2, contact_no = null, email = null where staff_id = $1',
      staffId,
      CustomerId,
    )

  test('own number: till sales to a staff member’s own customer record raise a finding once the configured number is reached', async () => {
    await set('watch.ownSales', 2)
    const clerk = await createStaff(['Customer'])
    const { MembershipNo, CustomerId } = await member(app.db)
    await setOwnCustomer(clerk.staffId, CustomerId)
    await atTill(MembershipNo, 'KLCC', '2026-11-19T10:00:00')
    await nightly()
    expect(await findingsAbout('Own number', clerk)).toEqual([])
    await atTill(MembershipNo, 'PAV', '2026-11-20T11:00:00')
    await nightly()
    const [finding] = await findingsAbout('Own number', clerk)
    expect(finding).toMatchObject({ Acts: 2, Points: 20, Amount: '200.00', Severity: 'High' })
    expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Marks: ['Own'], MembershipNo })
  })

  test.each(['ContactNo', 'Email', 'Address'] as const)(
    'own number: sales to a customer with the same %s as a staff member are reported',
    async (mark) => {
      await set('watch.ownSales', 1)
      const clerk = await createStaff(['Customer'])
      const [self, spouse] = [await member(app.db), await member(app.db)]
      await setOwnCustomer(clerk.staffId, self.CustomerId)
      const stranger = await member(app.db)
      if (mark === 'ContactNo')
        await app.sql(
          `update staff set contact_no = (select contact_no from customer where customer_id = $2) where staff_id = $1`,
          clerk.staffId,
          spouse.CustomerId,
        )
      if (mark === 'Email') {
        await app.sql(`update staff set email = 'Own.Home@example.com' where staff_id = $1`, clerk.staffId)
        await app.sql(`update customer set email = 'own.home@example.com' where customer_id = $1`, spouse.CustomerId)
      }
      if (mark === 'Address')
        for (const [CustomerId, line1] of [
          [self.CustomerId, '12, Jalan Ampang'],
          [spouse.CustomerId, '12 JALAN AMPANG'],
        ])
          await app.sql(
            `insert into customer_address (customer_id, address_type, line1, postcode) values ($1, 'Home', $2, '50450')`,
            CustomerId,
            line1,
          )
      await atTill(stranger.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
      await nightly()
      expect(await findingsAbout('Own number', clerk)).toEqual([])
      await atTill(spouse.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
      await nightly()
      const [finding] = await findingsAbout('Own number', clerk)
      expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Marks: [mark], CustomerId: spouse.CustomerId })
    },
  )
})

test('many cancelled collections: many cancelled collections by one person raise a finding', async () => {
  await set('watch.cancelledCollections', 2)
  const clerk = await createStaff(['Redeem Rewards', 'Collect Rewards', 'Cancel Collect Rewards'])
  const { MembershipNo } = await member(app.db)
  await points(app.db, MembershipNo, 1_000)
  const gift = await reward(app.db)
  const collectAndCancel = async () => {
    const input = { MembershipNo, Rewards: [{ RewardId: gift.RewardId }] }
    const { body } = ok(await app.call(redeemRewards, input as never, clerk.caller))
    const { ReferenceCode } = body.rows[0]!
    ok(
      await app.call(
        collectReward,
        { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo } as never,
        clerk.caller,
      ),
    )
    ok(await app.call(cancelCollect, { ReferenceCode, Reason: 'Changed mind', ItemBackYN: 'Y' } as never, clerk.caller))
    return ReferenceCode
  }
  await collectAndCancel()
  await nightly()
  expect(await findingsAbout('Cancelled collections', clerk)).toEqual([])
  const ReferenceCode = await collectAndCancel()
  await nightly()
  const [finding] = await findingsAbout('Cancelled collections', clerk)
  expect(finding).toMatchObject({ Acts: 2, Points: 200 })
  expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Kind: 'Reward', ReferenceCode, Points: 100 })
})

test('findings on random days: an act belongs to a finding exactly if a period around it has enough acts', async () => {
  const [today, days, atLeast] = ['2026-11-20', 7, 4]
  const dayBefore = (count: number) => new Date(Date.parse(today) - count * 86_400_000).toISOString().slice(0, 10)
  const people = Array.from({ length: 12 }, (_, person) => {
    // Pseudo-random numbers with a fixed seed for each person.
    let seed = person * 7919 + 17
    const randomBelow = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    return {
      days: Array.from({ length: 4 + person }, () => randomBelow(20)).map((ago) => ({ ago, day: dayBefore(ago) })),
    }
  })
  const acts = await Promise.all(
    people.map(async (person) => {
      const { staffId } = await createStaff(['Point Adjustment'])
      for (const [index, { day }] of person.days.entries())
        await app.sql(
          `insert into watch_act (pattern, staff_id, kind, key, day, happened_at) values ('Adjustments', $1, 'Adjustment', $2, $3::date, $3::date)`,
          staffId,
          `counted:${staffId}:${index}`,
          day,
        )
      return { ...person, staffId }
    }),
  )
  await app.sql(`select watch_find('Adjustments', $1, $2, $3, now())`, atLeast, days, today)
  for (const { days: actDays, staffId } of acts) {
    const actsWithin = (from: number) => actDays.filter(({ ago }) => ago >= from && ago < from + days)
    const reachedDays = actDays.map(({ ago }) => ago).filter((ago) => actsWithin(ago).length >= atLeast)
    const expected = actDays.filter(({ ago }) => reachedDays.some((last) => ago >= last && ago < last + days)).length
    const [{ count }] = (await app.sql(
      'select count(*)::int as count from watch_act where staff_id = $1 and finding_id is not null',
      staffId,
    )) as [{ count: number }]
    expect({ days: actDays.map(({ ago }) => ago), count }).toEqual({
      days: actDays.map(({ ago }) => ago),
      count: expected,
    })
  }
})
