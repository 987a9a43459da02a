import { describe, expect, test } from 'vitest'
import { addCustomer, listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { customers, exportInput } from '#tests/factories/exports.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { member } from '#tests/factories/sales.ts'
import { watchedCompany } from '#tests/factories/watched-company.ts'
import { type Caller, staffWith } from '#tests/harness.ts'

// What is found about customers: one at two outlets, friends who share a contact, look-ups of others' customers, rows taken away.

const { app, set, somebody, backToday, nightly, found, evidenceOf, ok, sell, atTill } = watchedCompany()

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
    const number = nextNumber()
    const { body } = ok(
      await app.call(
        addCustomer,
        {
          FullName: `LIM WEI JIE ${number}`,
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

  test('anyone who was stopped by the limit of an hour is found, however often they tried in it', async () => {
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
