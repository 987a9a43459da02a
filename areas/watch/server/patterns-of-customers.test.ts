import { describe, expect, test } from 'vitest'
import { addCustomer, listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { customers, exportInput } from '#tests/factories/exports.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { member } from '#tests/factories/sales.ts'
import { watchedCompany } from '#tests/factories/watched-company.ts'
import { type Caller, staffWith } from '#tests/harness.ts'

// Patterns about customers: two outlets, shared contacts, look-ups at other outlets, large exports.

const { app, set, createStaff, backToday, nightly, findingsAbout, evidenceOf, ok, sell, atTill } = watchedCompany()

describe('loyalty watch: sales of one card at two outlets', () => {
  test('sales at two outlets: sales of one card are reported if they lie within the set minutes, and not a minute beyond', async () => {
    await set('watch.outletMinutes', 30)
    const [quick, slow, loyal] = [await member(app.db), await member(app.db), await member(app.db)]
    await atTill(quick.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await atTill(quick.MembershipNo, 'PAV', '2026-11-20T10:30:00')
    await atTill(slow.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await atTill(slow.MembershipNo, 'PAV', '2026-11-20T10:31:00')
    await atTill(loyal.MembershipNo, 'KLCC', '2026-11-20T10:00:00')
    await atTill(loyal.MembershipNo, 'KLCC', '2026-11-20T10:01:00')
    await nightly()
    const [finding, ...more] = await findingsAbout('Two outlets', quick)
    expect(more).toEqual([])
    expect(finding).toMatchObject({ Acts: 2, MembershipNo: quick.MembershipNo, Severity: 'Medium' })
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([
      { OutletCode: 'PAV', OtherOutletCode: 'KLCC', Minutes: 30 },
      { OutletCode: 'KLCC', OtherOutletCode: 'PAV', Minutes: 30 },
    ])
    expect(await findingsAbout('Two outlets', slow)).toEqual([])
    expect(await findingsAbout('Two outlets', loyal)).toEqual([])
  })

  test('sales at two outlets: sales minutes apart are reported even if midnight and a nightly run lie between them', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await atTill(MembershipNo, 'KLCC', '2026-11-19T23:55:00')
    await nightly()
    app.clock.advance(5 * 3600)
    await nightly()
    await atTill(MembershipNo, 'PAV', '2026-11-20T00:05:00')
    await nightly()
    await backToday()
    expect(await findingsAbout('Two outlets', { CustomerId })).toMatchObject([
      { Acts: 2, FirstDay: '2026-11-19', LastDay: '2026-11-20' },
    ])
  })
})

describe('loyalty watch: contact data shared by referrer and friend', () => {
  const registerFriend = async (RecommendMembershipNo: string, ContactNo: string) => {
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
  const createReferrer = async (ContactNo: string) => {
    const referrer = await member(app.db)
    await app.sql('update customer set contact_no = $2 where customer_id = $1', referrer.CustomerId, ContactNo)
    await atTill(referrer.MembershipNo, 'KLCC', '2026-11-19T10:00:00')
    return referrer
  }

  test('shared contact: a friend with the referrer’s phone number is reported, and a friend with another number is not', async () => {
    const [sharing, distinct] = [await createReferrer('+60127770001'), await createReferrer('+60127770002')]
    const friend = await registerFriend(sharing.MembershipNo, '012-7770001')
    await registerFriend(distinct.MembershipNo, '012-7770003')
    await nightly()
    const [finding] = await findingsAbout('Shared contact', sharing)
    expect(finding).toMatchObject({ Acts: 1, Severity: 'Medium' })
    expect((await evidenceOf(finding!.FindingId))[0]).toMatchObject({
      Kind: 'Referral',
      CustomerId: friend,
      Marks: ['ContactNo'],
    })
    expect(await findingsAbout('Shared contact', distinct)).toEqual([])
  })
})

describe('loyalty watch: look-ups of other outlets’ customers', () => {
  test('customer look-ups: looked-up customers of other outlets who bought nothing that day are reported on the next day', async () => {
    await set('watch.lookUps', 2)
    const clerk = await createStaff(['Customer', 'Customer Transaction'])
    const people = [
      await member(app.db, { outlet: 'PAV' }),
      await member(app.db, { outlet: 'PAV' }),
      await member(app.db, { outlet: 'PAV' }),
    ]
    for (const { MembershipNo } of people) ok(await app.call(lookupMember, { Typed: MembershipNo }, clerk.caller))
    await sell(people[0]!.MembershipNo, clerk.caller)
    await nightly('2026-11-20')
    expect(await findingsAbout('Look-ups', clerk)).toEqual([])
    await nightly('2026-11-21')
    const [finding] = await findingsAbout('Look-ups', clerk)
    expect(finding).toMatchObject({ Acts: 2 })
    expect((await evidenceOf(finding!.FindingId)).map(({ CustomerId }) => CustomerId).sort()).toEqual(
      [people[1]!.CustomerId, people[2]!.CustomerId].sort(),
    )
  })

  test('customer look-ups: one fewer than the configured number is not reported', async () => {
    await set('watch.lookUps', 2)
    const clerk = await createStaff(['Customer'])
    const { MembershipNo } = await member(app.db, { outlet: 'PAV' })
    ok(await app.call(lookupMember, { Typed: MembershipNo }, clerk.caller))
    await nightly('2026-11-21')
    expect(await findingsAbout('Look-ups', clerk)).toEqual([])
  })

  test('limit of customer look-ups: refusals within one hour are reported as one act with their number', async () => {
    await set('access.foreignCustomersPerHour', 1)
    const clerk = await createStaff(['Customer'])
    const statuses = []
    for (let count = 0; count < 4; count++) {
      const { MembershipNo } = await member(app.db, { outlet: 'PAV' })
      statuses.push((await app.call(lookupMember, { Typed: MembershipNo }, clerk.caller)).status)
    }
    await set('access.foreignCustomersPerHour', 120)
    expect(statuses).toEqual([200, 429, 429, 429])
    await nightly()
    const [finding, ...more] = await findingsAbout('Look-up limit', clerk)
    expect(more).toEqual([])
    expect(finding).toMatchObject({ Acts: 1, Severity: 'High' })
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([{ Kind: 'Refusal', Times: 3 }])
  })
})

describe('loyalty watch: large exports', () => {
  test('large exports: the rows that a person exports in a day are added up over all files and compared with the setting', async () => {
    await set('watch.exportRows', 3)
    await customers(app.db, 4, 'PAV')
    const more = { privileges: ['Export Data'], outlet: 'PAV' } as const
    const [exporter, clerk] = [await createStaff(['Customer'], more), await createStaff(['Customer'], more)]
    const exportRows = async (caller: Caller, Rows: number) =>
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
    await exportRows(exporter.caller, 2)
    await exportRows(clerk.caller, 3)
    await nightly()
    expect([await findingsAbout('Exports', exporter), await findingsAbout('Exports', clerk)]).toEqual([[], []])

    await exportRows(exporter.caller, 2)
    await nightly()
    const [finding, ...others] = await findingsAbout('Exports', exporter)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ Acts: 1, Status: 'Open', Severity: 'Medium' })
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([{ Kind: 'Export', Times: 4, OutletCode: 'PAV' }])
    expect(await findingsAbout('Exports', clerk)).toEqual([])

    // A later export on the same day raises the row count of the same act.
    await exportRows(exporter.caller, 1)
    await nightly()
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([{ Kind: 'Export', Times: 5 }])
  })
})
