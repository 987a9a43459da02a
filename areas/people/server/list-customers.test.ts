import { beforeAll, describe, expect, test } from 'vitest'
import { CustomerStatus, getCustomer, listCustomers } from '#areas/customers/contract/customers.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { customer, registered } from '#tests/factories/customers.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'

const app = useApp()
const names = async (Search: object, as = hq, options: object = {}) =>
  (
    await app.call(listCustomers, { Search, SortOption: 'FullName', SortDirection: 'ASC', ...options }, as)
  ).body.rows.map((row) => row.FullName)

let pavilionMember: Awaited<ReturnType<typeof registered>>
beforeAll(async () => {
  await registered(app.db, { FullName: 'SITI BINTI OMAR', Email: 'siti@example.com' })
  await registered(app.db, { FullName: 'TAN AH MEI', MemberType: 'Non-Premium Member' })
  pavilionMember = await registered(app.db, {
    FullName: 'TAN MEI LING',
    IdType: 'NRIC',
    IdNo: '900101105555',
    ContactNo: '+60123334444',
    Email: 'ling@example.com',
    RegisteredOutletCode: 'PAV',
  })
})

describe('search for customers by filters', () => {
  test.each([
    [{ FullName: 'mei' }, ['TAN AH MEI', 'TAN MEI LING']],
    [{ FullName: 'tan ling' }, ['TAN MEI LING']],
    [{ FullName: 'ah' }, ['TAN AH MEI']],
    [{ FullName: '%' }, []],
    [{ FullName: 'T_N' }, []],
    [{ IdNo: '900101-10' }, ['TAN MEI LING']],
    [{ ContactNo: '012-333' }, ['TAN MEI LING']],
    [{ ContactNo: '012-333 4444' }, ['TAN MEI LING']],
    [{ ContactNo: '+60 12-333 4444' }, ['TAN MEI LING']],
    [{ Email: 'LING@' }, ['TAN MEI LING']],
    [{ Q: 'siti' }, ['SITI BINTI OMAR']],
    [{ Q: '900101' }, ['TAN MEI LING']],
    [{ Q: '0123334444' }, ['TAN MEI LING']],
    [{ Q: 'siti@example.com' }, ['SITI BINTI OMAR']],
    [{ MemberType: 'Premium Member' }, []],
    [{ RegisteredOutletCode: 'PAV' }, ['TAN MEI LING']],
    [{ RegisteredOutletCode: 'HQ', FullName: 'LING' }, ['TAN MEI LING']],
    [{ Status: 'All', IdNo: '', FullName: 'OMAR' }, ['SITI BINTI OMAR']],
  ])('customer search: the filter %j finds the customer', async (Search, expected) => {
    expect(await names(Search)).toEqual(expected)
  })

  test('customer search: a customer is found by membership number, with or without separators', async () => {
    const spaced = pavilionMember.MembershipNo.replace(/^(..)(....)/, '$1-$2 ')
    expect(await names({ MembershipNo: pavilionMember.MembershipNo })).toEqual(['TAN MEI LING'])
    expect(await names({ Q: spaced })).toEqual(['TAN MEI LING'])
  })

  test('customer search: the field Search can be JSON text, as specified, and ten rows are returned by default', async () => {
    const reply = await app.call(listCustomers, {
      Rows: 1,
      Page: 2,
      Search: '{"FullName":"TAN","IdNo":""}' as never,
      SortOption: 'FullName',
      SortDirection: 'ASC',
    })
    expect(reply.body).toMatchObject({
      count: 2,
      rows: [{ FullName: 'TAN MEI LING', IdNo: '******-**-5555', MembershipNo: pavilionMember.MembershipNo }],
    })
    expect((await app.call(listCustomers, {})).body.rows.length).toBeLessThanOrEqual(10)
  })

  test.each([
    { Search: { Nickname: 'x' } },
    { Search: { Status: 'Asleep' } },
    { SortOption: 'IdNo; drop table customer' },
    { Search: '{' },
  ])('customer search: rejects %j instead of returning all customers', async (body) => {
    expect(await app.call(listCustomers, body as never)).toMatchObject({ status: 400 })
  })

  test.each(CustomerStatus.options)(
    'customer search: a customer with status %s is found if requested, and by default if Active, Inactive or Suspended',
    async (Status) => {
      await customer(app.db, { FullName: `STATE ${Status.toUpperCase()}`, Status })
      const hidden = ['Archived', 'Merged', 'Deleted'].includes(Status)
      expect(await names({ FullName: `STATE ${Status}` })).toHaveLength(hidden ? 0 : 1)
      expect(await names({ FullName: `STATE ${Status}`, Status })).toHaveLength(1)
    },
  )
})

describe('search for customers by outlet staff', () => {
  test('customer search: outlet staff can browse only customers of their own outlet', async () => {
    expect(await names({ FullName: 'TAN' }, outletStaff)).toEqual(['TAN AH MEI'])
    expect(await names({ Q: 'LING' }, outletStaff)).toEqual([])
    expect(await names({ IdNo: '90010110' }, outletStaff)).toEqual([])
    expect(await names({ ContactNo: '012333' }, outletStaff)).toEqual([])
    expect(await names({ Email: 'ling' }, outletStaff)).toEqual([])
  })

  test.each([
    { IdNo: '900101-10-5555' },
    { ContactNo: '012-3334444' },
    { Email: 'Ling@example.com' },
    { Q: '900101105555' },
    { Q: '0123334444' },
    { Q: 'ling@example.com' },
  ])('customer search: outlet staff find a customer of another outlet by %j only after a look-up', async (Search) => {
    const atTheCounter = staffWith({ ...outletStaff, privileges: ['Import Data'] })
    expect(await names(Search, staffWith({ roles: ['Customer'] }))).toEqual([])
    await app.call(lookupMember, { Typed: Object.values(Search)[0]! }, atTheCounter)
    expect(await names(Search, atTheCounter)).toEqual(['TAN MEI LING'])
  })

  test('customer search: after a look-up, outlet staff find and open a customer of another outlet by membership number', async () => {
    await app.call(lookupMember, { Typed: pavilionMember.MembershipNo }, outletStaff)
    expect(await names({ MembershipNo: pavilionMember.MembershipNo }, outletStaff)).toEqual(['TAN MEI LING'])
    expect(await app.call(getCustomer, { CustomerId: pavilionMember.CustomerId }, outletStaff)).toMatchObject({
      status: 200,
      body: {
        FullName: 'TAN MEI LING',
        IdNo: '******-**-5555',
        Memberships: [{ MembershipNo: pavilionMember.MembershipNo }],
      },
    })
  })

  test.each(['PAV', 'HQ'])(
    'customer search: outlet staff get 403 for the list of outlet %s',
    async (RegisteredOutletCode) => {
      expect(await app.call(listCustomers, { Search: { RegisteredOutletCode } }, outletStaff)).toMatchObject({
        status: 403,
        refusal: { code: 'customers.other_outlet' },
      })
    },
  )

  test('customer search: outlet staff get 404 for a deleted customer, and head office can open the customer', async () => {
    const deletedCustomer = await customer(app.db, { Status: 'Deleted' })
    expect(await app.call(getCustomer, { CustomerId: deletedCustomer.CustomerId }, outletStaff)).toMatchObject({
      status: 404,
    })
    expect(await app.call(getCustomer, { CustomerId: deletedCustomer.CustomerId }, hq)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
  })
})
