import { describe, expect, test } from 'vitest'
import { cancelCollect, collectReward, redeemRewards } from '#areas/customer-rewards/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { points, reward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { watchedCompany } from '#tests/factories/watched-company.ts'

// What one person does too often: adjustments, sales by hand, cancellations, sales of their own; and which days count.

const { app, set, somebody, backToday, nightly, found, evidenceOf, ok, sell, atTill, adjust } = watchedCompany()

describe('one person who adjusts points often', () => {
  test('is found at the number of the settings and not below, once, with every adjustment and what it was worth', async () => {
    await set('watch.adjustments', 3)
    const clerk = await somebody(['Point Adjustment'])
    const { MembershipNo, CustomerId } = await member(app.db)
    await adjust(MembershipNo, clerk.caller)
    await adjust(MembershipNo, clerk.caller)
    await nightly()
    expect(await found('Adjustments', clerk)).toEqual([])

    await adjust(MembershipNo, clerk.caller)
    await nightly()
    await nightly()
    const [finding, ...more] = await found('Adjustments', clerk)
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

  test('is one finding also when there is more of it the next day, and worse at twice the number', async () => {
    await set('watch.adjustments', 3)
    const clerk = await somebody(['Point Adjustment'])
    const { MembershipNo } = await member(app.db)
    for (let one = 0; one < 3; one++) await adjust(MembershipNo, clerk.caller)
    await nightly()
    app.clock.advance(24 * 3600)
    for (let one = 0; one < 3; one++) await adjust(MembershipNo, clerk.caller)
    await nightly()
    await backToday()
    expect(await found('Adjustments', clerk)).toMatchObject([{ Acts: 6, Severity: 'High' }])
  })

  test('counts by days of the business zone: the seventh day counts and the eighth does not', async () => {
    await set('watch.adjustments', 2)
    const [within, beyond] = [await somebody(['Point Adjustment']), await somebody(['Point Adjustment'])]
    const { MembershipNo } = await member(app.db)
    // One minute before midnight in Kuala Lumpur on the 1st, and one minute after it on the 2nd: the same day in UTC.
    app.clock.set('2026-12-01T15:59:00Z')
    await adjust(MembershipNo, beyond.caller)
    app.clock.set('2026-12-01T16:01:00Z')
    await adjust(MembershipNo, within.caller)
    // Half past eleven in the evening of the 8th.
    app.clock.set('2026-12-08T15:30:00Z')
    await adjust(MembershipNo, beyond.caller)
    await adjust(MembershipNo, within.caller)
    await nightly()
    await backToday()
    expect(await found('Adjustments', within)).toMatchObject([
      { Acts: 2, FirstDay: '2026-12-02', LastDay: '2026-12-08' },
    ])
    expect(await found('Adjustments', beyond)).toEqual([])
  })

  test('is not looked for at 0, and found by the same acts once the company looks for it', async () => {
    await set('watch.adjustments', 0)
    const clerk = await somebody(['Point Adjustment'])
    const { MembershipNo } = await member(app.db)
    for (let one = 0; one < 4; one++) await adjust(MembershipNo, clerk.caller)
    await nightly()
    expect(await found('Adjustments', clerk)).toEqual([])
    await set('watch.adjustments', 4)
    await nightly()
    expect(await found('Adjustments', clerk)).toMatchObject([{ Acts: 4, AtLeast: 4 }])
  })
})

describe('sales by hand and their cancellation', () => {
  test('many manual sales by one person are found, sales of the till are not', async () => {
    await set('watch.manualSales', 2)
    const clerk = await somebody(['Customer Transaction'])
    const { MembershipNo, CustomerId } = await member(app.db)
    const first = await sell(MembershipNo, clerk.caller)
    await atTill(MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await nightly()
    expect(await found('Manual sales', clerk)).toEqual([])
    await sell(null, clerk.caller)
    await nightly()
    const [finding] = await found('Manual sales', clerk)
    expect(finding).toMatchObject({ Acts: 2, Amount: '200.00', Points: 10, Severity: 'Low' })
    const evidence = await evidenceOf(finding!.FindingId)
    expect(evidence.find(({ InvoiceNo }) => InvoiceNo === first)).toMatchObject({
      Kind: 'Sale',
      Amount: '100.00',
      Points: 10,
      CustomerId,
    })
  })

  test('many cancellations by one person are found, no matter who entered the sales', async () => {
    await set('watch.cancellations', 2)
    const clerk = await somebody(['Customer Transaction'], { outlet: 'KLCC' })
    const { MembershipNo } = await member(app.db)
    const cancel = async () => {
      const OriginalInvoiceNo = await atTill(MembershipNo, 'KLCC', '2026-11-20T09:00:00')
      ok(await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, clerk.caller))
    }
    await cancel()
    await nightly()
    expect(await found('Cancellations', clerk)).toEqual([])
    await cancel()
    await nightly()
    const [finding] = await found('Cancellations', clerk)
    expect(finding).toMatchObject({ Acts: 2, Points: -20 })
    expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Kind: 'Cancellation', Points: -10 })
  })
})

describe('staff who earn themselves', () => {
  const own = (staff: number, CustomerId: number | null) =>
    app.sql(
      'update staff set own_customer_id = $2, contact_no = null, email = null where staff_id = $1',
      staff,
      CustomerId,
    )

  test('sales of the till on the number of the staff record are found at the number of the settings', async () => {
    await set('watch.ownSales', 2)
    const clerk = await somebody(['Customer'])
    const { MembershipNo, CustomerId } = await member(app.db)
    await own(clerk.staffId, CustomerId)
    await atTill(MembershipNo, 'KLCC', '2026-11-19T10:00:00')
    await nightly()
    expect(await found('Own number', clerk)).toEqual([])
    await atTill(MembershipNo, 'PAV', '2026-11-20T11:00:00')
    await nightly()
    const [finding] = await found('Own number', clerk)
    expect(finding).toMatchObject({ Acts: 2, Points: 20, Amount: '200.00', Severity: 'High' })
    expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Marks: ['Own'], MembershipNo })
  })

  test.each(['ContactNo', 'Email', 'Address'] as const)('so are those of who shares the %s', async (mark) => {
    await set('watch.ownSales', 1)
    const clerk = await somebody(['Customer'])
    const [self, wife] = [await member(app.db), await member(app.db)]
    await own(clerk.staffId, self.CustomerId)
    const stranger = await member(app.db)
    if (mark === 'ContactNo')
      await app.sql(
        `update staff set contact_no = (select contact_no from customer where customer_id = $2) where staff_id = $1`,
        clerk.staffId,
        wife.CustomerId,
      )
    if (mark === 'Email') {
      await app.sql(`update staff set email = 'Own.Home@example.com' where staff_id = $1`, clerk.staffId)
      await app.sql(`update customer set email = 'own.home@example.com' where customer_id = $1`, wife.CustomerId)
    }
    if (mark === 'Address')
      for (const [CustomerId, line1] of [
        [self.CustomerId, '12, Jalan Ampang'],
        [wife.CustomerId, '12 JALAN AMPANG'],
      ])
        await app.sql(
          `insert into customer_address (customer_id, address_type, line1, postcode) values ($1, 'Home', $2, '50450')`,
          CustomerId,
          line1,
        )
    await atTill(stranger.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await nightly()
    expect(await found('Own number', clerk)).toEqual([])
    await atTill(wife.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await nightly()
    const [finding] = await found('Own number', clerk)
    expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Marks: [mark], CustomerId: wife.CustomerId })
  })
})

test('rewards that one person cancels after they were collected are found', async () => {
  await set('watch.cancelledCollections', 2)
  const clerk = await somebody(['Redeem Rewards', 'Collect Rewards', 'Cancel Collect Rewards'])
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
  expect(await found('Cancelled collections', clerk)).toEqual([])
  const ReferenceCode = await collectAndCancel()
  await nightly()
  const [finding] = await found('Cancelled collections', clerk)
  expect(finding).toMatchObject({ Acts: 2, Points: 200 })
  expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({ Kind: 'Reward', ReferenceCode, Points: 100 })
})

test('whatever days acts lie on, those belong to a finding that counting day by day takes, and no others', async () => {
  const [today, days, least] = ['2026-11-20', 7, 4]
  const dayBefore = (count: number) => new Date(Date.parse(today) - count * 86_400_000).toISOString().slice(0, 10)
  const people = Array.from({ length: 12 }, (_, person) => {
    // A fixed run of numbers that look random, another for each person.
    let seed = person * 7919 + 17
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    return { days: Array.from({ length: 4 + person }, () => next(20)).map((ago) => ({ ago, day: dayBefore(ago) })) }
  })
  const acts = await Promise.all(
    people.map(async (person) => {
      const { staffId } = await somebody(['Point Adjustment'])
      for (const [place, { day }] of person.days.entries())
        await app.sql(
          `insert into watch_act (pattern, staff_id, kind, key, day, happened_at) values ('Adjustments', $1, 'Adjustment', $2, $3::date, $3::date)`,
          staffId,
          `counted:${staffId}:${place}`,
          day,
        )
      return { ...person, staffId }
    }),
  )
  await app.sql(`select watch_find('Adjustments', $1, $2, $3, now())`, least, days, today)
  for (const { days: on, staffId } of acts) {
    const within = (from: number) => on.filter(({ ago }) => ago >= from && ago < from + days)
    const reached = on.map(({ ago }) => ago).filter((ago) => within(ago).length >= least)
    const expected = on.filter(({ ago }) => reached.some((last) => ago >= last && ago < last + days)).length
    const [{ taken }] = (await app.sql(
      'select count(*)::int as taken from watch_act where staff_id = $1 and finding_id is not null',
      staffId,
    )) as [{ taken: number }]
    expect({ on: on.map(({ ago }) => ago), taken }).toEqual({ on: on.map(({ ago }) => ago), taken: expected })
  }
})
