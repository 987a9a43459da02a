import { beforeAll, describe, expect, test } from 'vitest'
import { address, registered } from '#tests/factories/customers.ts'
import { category } from '#tests/factories/memberships.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'
import { lookupMember } from '../contract/counter.ts'
import { listMemberships, searchMembers } from '../contract/memberships.ts'

const app = useApp()
type Member = Awaited<ReturnType<typeof registered>>
let siti: Member
let tan: Member
let pav: Member
beforeAll(async () => {
  const gold = await category(app.db, { Code: 'GOLD' })
  siti = await registered(app.db, { FullName: 'SITI BINTI OMAR' }, { JoinDate: '2025-01-01' })
  tan = await registered(
    app.db,
    { FullName: 'TAN AH MEI', MemberType: 'Premium Member' },
    { JoinDate: '2024-01-01', MemberType: 'Premium Member', CardCategoryCode: gold.Code },
  )
  pav = await registered(
    app.db,
    { FullName: 'TAN MEI LING', IdType: 'NRIC', IdNo: '900101105556', RegisteredOutletCode: 'PAV', Gender: 'Female' },
    { JoinDate: '2023-01-01' },
  )
  await address(app.db, pav.CustomerId, { City: 'Ipoh', State: 'Perak' })
  await app.sql(
    'insert into point_balance (membership_no, lots_remaining, arrears) values ($1, 500, 20)',
    tan.MembershipNo,
  )
  await registered(app.db, { FullName: 'TAN GONE' }, { Status: 'Archived' })
})
const listNames = async (Search: object, as = hq, more: object = {}) =>
  (
    await app.call(listMemberships, { Search, SortOption: 'FullName', SortDirection: 'ASC', ...more } as never, as)
  ).body.rows.map(({ Name }) => Name)

describe('list of memberships', () => {
  test('membership list: rows have the specified fields, and the highest number comes first', async () => {
    const reply = await app.call(listMemberships, {})
    expect(reply.body.count).toBe(3)
    expect(reply.body.rows.map(({ MembershipNo }) => MembershipNo)).toEqual(
      [siti, tan, pav]
        .map(({ MembershipNo }) => MembershipNo)
        .toSorted()
        .toReversed(),
    )
    expect(reply.body.rows.find(({ Name }) => Name === 'TAN MEI LING')).toMatchObject({
      City: 'Ipoh',
      State: 'Perak',
      Gender: 'Female',
      PointBalance: 0,
      RegistrationSource: 'CRM',
      Customer: { IdNo: '******-**-5556', FullName: 'TAN MEI LING' },
    })
  })

  test.each([
    [{ FullName: 'tan' }, ['TAN AH MEI', 'TAN MEI LING']],
    [{ IdNo: '900101' }, ['TAN MEI LING']],
    [{ MemberType: 'Premium Member' }, ['TAN AH MEI']],
    [{ CardCategoryCode: 'gold' }, ['TAN AH MEI']],
    [{ OutletCode: 'PAV' }, ['TAN MEI LING']],
    [{ OutletCode: 'HQ', FullName: 'OMAR' }, ['SITI BINTI OMAR']],
    [{ Status: 'Archived' }, ['TAN GONE']],
    [{ JoinDateFrom: '2024-01-01', JoinDateTo: '2024-12-31' }, ['TAN AH MEI']],
    [{ RegistrationSource: 'Import' }, []],
    [{ Q: 'ling' }, ['TAN MEI LING']],
    [{ Q: '900101-10-5556' }, ['TAN MEI LING']],
  ])('membership list: can be filtered by %j', async (Search, expected) => {
    expect(await listNames(Search)).toEqual(expected)
    expect((await app.call(listMemberships, { Search } as never)).body.count).toBe(expected.length)
  })

  test('membership list: can be sorted by name, join date and balance, and is paged', async () => {
    const listSorted = (SortOption: string, SortDirection: string, more: object = {}) =>
      listNames({}, hq, { SortOption, SortDirection, ...more })
    expect(await listSorted('PointBalance', 'DESC', { Rows: 1 })).toEqual(['TAN AH MEI'])
    expect(await listSorted('JoinDate', 'ASC')).toEqual(['TAN MEI LING', 'TAN AH MEI', 'SITI BINTI OMAR'])
    expect(await listSorted('FullName', 'DESC', { Rows: 1, Page: 2 })).toEqual(['TAN AH MEI'])
    expect(await app.call(listMemberships, { SortOption: 'MembershipNo desc; select 1' } as never)).toMatchObject({
      status: 400,
    })
  })

  test('membership list: an outlet sees its own members and those that it looked up by a full identifier', async () => {
    expect(await listNames({ MembershipNo: pav.MembershipNo }, outletStaff)).toEqual([])
    await app.call(lookupMember, { Typed: pav.MembershipNo }, outletStaff)
    expect(await listNames({ FullName: 'TAN' }, outletStaff)).toEqual(['TAN AH MEI'])
    expect(await listNames({ MembershipNo: pav.MembershipNo }, outletStaff)).toEqual(['TAN MEI LING'])
    expect(await listNames({ MembershipNo: pav.MembershipNo.slice(0, -1) }, outletStaff)).not.toContain('TAN MEI LING')
    expect(await listNames({ CustomerId: pav.CustomerId }, outletStaff)).toEqual(['TAN MEI LING'])
    expect(await app.call(listMemberships, { Search: { OutletCode: 'PAV' } }, outletStaff)).toMatchObject({
      status: 403,
    })
  })
})

describe('search for members', () => {
  test('member search: names and identity numbers are compared in upper case', async () => {
    expect((await app.call(searchMembers, { Search: { FullName: 'tan mei' } })).body.count).toBe(2)
  })

  test.each([
    [undefined, 'No Customer Found'],
    ['Premium Member', 'Premium Customer Not Found'],
    ['Non-Premium Member', 'Non-Premium Customer Not Found'],
  ])(
    'member search: a search for %s without a match gives the error of the specification',
    async (MemberType, message) => {
      const Search = { FullName: 'NOBODY', ...(MemberType && { MemberType }) }
      expect(await app.call(searchMembers, { Search } as never)).toMatchObject({ status: 404, refusal: { message } })
    },
  )
})
