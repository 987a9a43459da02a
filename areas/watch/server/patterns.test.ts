import { beforeAll, describe, expect, test } from 'vitest'
import { reportRoles } from '#areas/access/roles.ts'
import { cancelCollect, collectReward, redeemRewards } from '#areas/customer-rewards/contract.ts'
import { addCustomer, listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { runNightlyBatch } from '#areas/points/server/index.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { SettingName } from '#areas/setup/contract/settings.ts'
import { customers, exportInput } from '#tests/factories/exports.ts'
import { points, reward } from '#tests/factories/rewards.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, jobContext, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { getFinding, listFindings, type Pattern } from '../contract.ts'
import { watchLoyalty } from './run.ts'

const app = useApp({ at: '2026-11-20T04:00:00Z' })
const watcher = staffWith({ roles: ['Loyalty Watch'], privileges: ['View Sales Information'], outlet: 'HQ' })
const till = systemWith('sales:write')

beforeAll(() => earningRules(app.db))

const set = (name: SettingName, value: number) =>
  app.sql(
    `insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do update set value = excluded.value`,
    name,
    JSON.stringify(value),
  )

let made = 0
/** Somebody of their own: what they do is nobody else's. */
async function somebody(roles: Caller['roles'], more: Partial<Caller> = {}) {
  const others = reportRoles.filter((_, place) => ((made + 1) >> place) & 1)
  made++
  const caller = staffWith({ roles: [...(roles as []), ...others], privileges: ['Adjust Points'], ...more })
  const { staffId, userId } = await app.token(caller)
  return { caller, staffId: staffId!, userId }
}

// The clock only goes back in tests; what was seen then is looked at again.
const backToday = async () => {
  app.clock.set('2026-11-20T04:00:00Z')
  await app.sql('delete from watch_mark')
}

const nightly = (date?: string) => runNightlyBatch(jobContext(app), [watchLoyalty], date)
const found = async (Pattern: Pattern, of: { staffId?: number; CustomerId?: number }) => {
  const { body } = await app.call(listFindings, { Search: { Pattern }, Rows: 1000 }, watcher)
  return body.rows.filter(({ StaffId, CustomerId }) =>
    of.staffId === undefined ? CustomerId === of.CustomerId : StaffId === of.staffId,
  )
}
const evidenceOf = async (FindingId: number) => (await app.call(getFinding, { FindingId }, watcher)).body.Evidence

const ok = <Answer extends { status: number }>(answer: Answer) => {
  expect(answer.status).toBeLessThan(300)
  return answer
}
let number = 0
const sell = async (MembershipNo: string | null, caller: Caller, more: object = {}) => {
  const InvoiceNo = `W${++number}`
  const body = {
    TransactionType: 'N',
    InvoiceNo,
    Details: [line('100')],
    ...(MembershipNo && { MembershipNo }),
    ...more,
  }
  ok(await app.call(addTransaction, body as never, caller))
  return InvoiceNo
}
const atTill = (MembershipNo: string, OutletCode: string, PerformedAt: string) =>
  sell(MembershipNo, till, { OutletCode, PerformedAt })
const adjust = async (MembershipNo: string, caller: Caller) =>
  ok(
    await app.call(
      addAdjustment,
      {
        MembershipNo,
        TransactionType: 'Adjust In',
        PointAmount: 50,
        ReasonCode: 'Goodwill',
        Remark: 'For the wait',
      } as never,
      caller,
    ),
  )

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

  test('many cancellations by one person are found, whoever entered the sales', async () => {
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

  test.each(['ContactNo', 'Email', 'Address'] as const)('so are those of whoever shares the %s', async (mark) => {
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

describe('one member at two outlets', () => {
  test('within the minutes of the settings is found with both sales, a minute later is not', async () => {
    await set('watch.outletMinutes', 30)
    const [quick, slow, loyal] = [await member(app.db), await member(app.db), await member(app.db)]
    await atTill(quick.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await atTill(quick.MembershipNo, 'PAV', '2026-11-20T10:30:00')
    await atTill(slow.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await atTill(slow.MembershipNo, 'PAV', '2026-11-20T10:31:00')
    await atTill(loyal.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await atTill(loyal.MembershipNo, 'KLCC', '2026-11-20T10:01:00')
    await nightly()
    const [finding, ...more] = await found('Two outlets', quick)
    expect(more).toEqual([])
    expect(finding).toMatchObject({ Acts: 2, MembershipNo: quick.MembershipNo, Severity: 'Medium' })
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([
      { OutletCode: 'PAV', OtherOutletCode: 'KLCC', Minutes: 30 },
      { OutletCode: 'KLCC', OtherOutletCode: 'PAV', Minutes: 30 },
    ])
    expect(await found('Two outlets', slow)).toEqual([])
    expect(await found('Two outlets', loyal)).toEqual([])
  })

  test('is found also across midnight, and when the other sale was seen by an earlier run', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await atTill(MembershipNo, 'KLCC', '2026-11-19T23:55:00')
    await nightly()
    app.clock.advance(5 * 3600)
    await nightly()
    await atTill(MembershipNo, 'PAV', '2026-11-20T00:05:00')
    await nightly()
    await backToday()
    expect(await found('Two outlets', { CustomerId })).toMatchObject([
      { Acts: 2, FirstDay: '2026-11-19', LastDay: '2026-11-20' },
    ])
  })
})

describe('a friend', () => {
  const register = async (RecommendMembershipNo: string, ContactNo: string) => {
    const counter = staffWith({ roles: ['Customer'] })
    const { body } = ok(
      await app.call(
        addCustomer,
        {
          FullName: `LIM WEI JIE ${++number}`,
          IdType: 'Passport',
          IdNo: `W${40_000_000 + number}`,
          ContactNo,
          Language: 'English',
          RegisteredOutletCode: 'KLCC',
          Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
          RecommendMembershipNo,
        } as never,
        counter,
      ),
    )
    return body.CustomerId
  }
  const referrer = async (ContactNo: string) => {
    const by = await member(app.db)
    await app.sql('update customer set contact_no = $2 where customer_id = $1', by.CustomerId, ContactNo)
    await atTill(by.MembershipNo, 'KLCC', '2026-11-19T10:00:00')
    return by
  }

  test('with the phone number of the referrer is found, another one is not', async () => {
    const [same, other] = [await referrer('+60127770001'), await referrer('+60127770002')]
    const friend = await register(same.MembershipNo, '012-7770001')
    await register(other.MembershipNo, '012-7770003')
    await nightly()
    const [finding] = await found('Shared contact', same)
    expect(finding).toMatchObject({ Acts: 1, Severity: 'Medium' })
    expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({
      Kind: 'Referral',
      CustomerId: friend,
      Marks: ['ContactNo'],
    })
    expect(await found('Shared contact', other)).toEqual([])
  })
})

describe('customers of other outlets', () => {
  test('who were looked up without a purpose are found once their day is over, those who bought are not', async () => {
    await set('watch.lookUps', 2)
    const clerk = await somebody(['Customer', 'Customer Transaction'])
    const people = [
      await member(app.db, { outlet: 'PAV' }),
      await member(app.db, { outlet: 'PAV' }),
      await member(app.db, { outlet: 'PAV' }),
    ]
    for (const { MembershipNo } of people) ok(await app.call(lookupMember, { Typed: MembershipNo }, clerk.caller))
    await sell(people[0]!.MembershipNo, clerk.caller)
    await nightly('2026-11-20')
    expect(await found('Look-ups', clerk)).toEqual([])
    await nightly('2026-11-21')
    const [finding] = await found('Look-ups', clerk)
    expect(finding).toMatchObject({ Acts: 2 })
    expect((await evidenceOf(finding!.FindingId)).map(({ CustomerId }) => CustomerId).sort()).toEqual(
      [people[1]!.CustomerId, people[2]!.CustomerId].sort(),
    )
  })

  test('one fewer than the settings say is nothing', async () => {
    await set('watch.lookUps', 2)
    const clerk = await somebody(['Customer'])
    const { MembershipNo } = await member(app.db, { outlet: 'PAV' })
    ok(await app.call(lookupMember, { Typed: MembershipNo }, clerk.caller))
    await nightly('2026-11-21')
    expect(await found('Look-ups', clerk)).toEqual([])
  })

  test('whoever was stopped by the limit of an hour is found, however often they tried in it', async () => {
    await set('access.foreignCustomersPerHour', 1)
    const clerk = await somebody(['Customer'])
    const statuses = []
    for (let one = 0; one < 4; one++) {
      const { MembershipNo } = await member(app.db, { outlet: 'PAV' })
      statuses.push((await app.call(lookupMember, { Typed: MembershipNo }, clerk.caller)).status)
    }
    await set('access.foreignCustomersPerHour', 120)
    expect(statuses).toEqual([200, 429, 429, 429])
    await nightly()
    const [finding, ...more] = await found('Look-up limit', clerk)
    expect(more).toEqual([])
    expect(finding).toMatchObject({ Acts: 1, Severity: 'High' })
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([{ Kind: 'Refusal', Times: 3 }])
  })
})

describe('abuse case 69: rows taken away', () => {
  test('of one person on one day, in however many files, are found where they are more than the settings call usual', async () => {
    await set('watch.exportRows', 3)
    await customers(app.db, 4, 'PAV')
    const more = { privileges: ['Export Data'], outlet: 'PAV' } as const
    const [taker, clerk] = [await somebody(['Customer'], more), await somebody(['Customer'], more)]
    const takes = async (caller: Caller, Rows: number) =>
      ok(
        await app.call(
          addExport,
          exportInput(listCustomers.path, ['FullName'], {
            Input: { Search: { FullName: 'MANY' } },
            Scope: 'Page',
            Page: 1,
            Rows,
          }),
          { as: caller, key: crypto.randomUUID() },
        ),
      )
    await takes(taker.caller, 2)
    await takes(clerk.caller, 3)
    await nightly()
    expect([await found('Exports', taker), await found('Exports', clerk)]).toEqual([[], []])

    await takes(taker.caller, 2)
    await nightly()
    const [finding, ...others] = await found('Exports', taker)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ Acts: 1, Status: 'Open', Severity: 'Medium' })
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([{ Kind: 'Export', Times: 4, OutletCode: 'PAV' }])
    expect(await found('Exports', clerk)).toEqual([])

    // What was taken after it belongs to the same day.
    await takes(taker.caller, 1)
    await nightly()
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([{ Kind: 'Export', Times: 5 }])
  })
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
