import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { customer, registered } from '#tests/factories/customers.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { listCustomerTypes } from '../contract/customers.ts'
import { findDuplicates } from '../contract/duplicates.ts'
import { recommendFriend } from '../contract/referrers.ts'

const app = useApp()
let duplicate: Awaited<ReturnType<typeof registered>>
beforeAll(async () => {
  duplicate = await registered(app.db, {
    FullName: 'TAN MEI LING',
    IdType: 'NRIC',
    IdNo: '900101105556',
    ContactNo: '+60123334444',
    AlternateContactNo: '+60355551111',
    Email: 'ling@example.com',
    DateOfBirth: '1990-01-01',
    RegisteredOutletCode: 'PAV',
  })
})
const matches = async (input: object, as = hq) =>
  (await app.call(findDuplicates, input as never, as)).body.rows.map(({ Level, Reason, CustomerId }) => [
    Level,
    Reason,
    CustomerId,
  ])

describe('search for duplicate customers', () => {
  test.each([
    ['the same identity number', { IdType: 'NRIC', IdNo: '900101-10-5556' }, [['Block', 'IdNo']]],
    ['the same number of another kind', { IdType: 'Passport', IdNo: '900101105556' }, []],
    ['the same phone', { ContactNo: '012-333 4444' }, [['Warn', 'ContactNo']]],
    ['the other phone', { ContactNo: '03-5555 1111' }, [['Warn', 'ContactNo']]],
    ['the same e-mail', { Email: 'Ling@Example.com' }, [['Warn', 'Email']]],
    [
      'a similar name and the same birth date',
      { FullName: 'Mei Ling Tan', DateOfBirth: '1990-01-01' },
      [['Hint', 'NameAndBirthDate']],
    ],
    ['the same name born on another day', { FullName: 'Tan Mei Ling', DateOfBirth: '1990-01-02' }, []],
    ['another name born on the same day', { FullName: 'Ahmad Zulkifli', DateOfBirth: '1990-01-01' }, []],
    ['a name of any length', { FullName: 'LING '.repeat(30), Email: 'ling@example.com' }, [['Warn', 'Email']]],
    ['a half-typed phone', { ContactNo: '012-33' }, []],
    ['no values', {}, []],
    [
      'several matches, of which the worst counts',
      { IdType: 'NRIC', IdNo: '900101105556', ContactNo: '0123334444', Email: 'ling@example.com' },
      [['Block', 'IdNo']],
    ],
  ])('find duplicates: a search with %s returns the expected matches', async (_, input, expected) => {
    expect(await matches(input)).toEqual(expected.map((match) => [...match, duplicate.CustomerId]))
  })

  test('find duplicates: customers with the same identity number come before those with the same phone or e-mail', async () => {
    const byMail = await customer(app.db, { Email: 'two@example.com' })
    const byPhone = await customer(app.db, { ContactNo: '+601111111111' })
    expect(
      await matches({ Email: 'two@example.com', ContactNo: '+60 11 1111 1111', IdType: 'NRIC', IdNo: '900101105556' }),
    ).toEqual([
      ['Block', 'IdNo', duplicate.CustomerId],
      ['Warn', 'ContactNo', byPhone.CustomerId],
      ['Warn', 'Email', byMail.CustomerId],
    ])
  })

  test('find duplicates: the customer being edited and deleted or merged customers are left out', async () => {
    expect(await matches({ CustomerId: duplicate.CustomerId, ContactNo: '0123334444' })).toEqual([])
    await customer(app.db, { ContactNo: '+60177777777', Status: 'Deleted' })
    await customer(app.db, { ContactNo: '+60177777777', Status: 'Merged' })
    expect(await matches({ ContactNo: '017-777 7777' })).toEqual([])
  })

  test('find duplicates: a customer of another outlet is masked, without the numbers that the caller did not send', async () => {
    const input = { ContactNo: '0123334444' }
    const { body } = await app.call(findDuplicates, input, outletStaff)
    expect(body.rows).toEqual([
      {
        Level: 'Warn',
        Reason: 'ContactNo',
        MaskedYN: 'Y',
        CustomerId: null,
        MembershipNo: null,
        FullName: 'T** M** L***',
        ContactNo: '+60*****4444',
        Email: 'l***@example.com',
        IdNo: '******-**-5556',
        Status: 'Active',
        MemberType: duplicate.MemberType,
        RegisteredOutletCode: 'PAV',
      },
    ])
    expect((await app.call(findDuplicates, input, hq)).body.rows[0]).toMatchObject({
      MaskedYN: 'N',
      FullName: 'TAN MEI LING',
      MembershipNo: duplicate.MembershipNo,
      IdNo: '******-**-5556',
    })
  })

  test('find duplicates: similar names at other outlets are returned without details until staff look the customer up by number', async () => {
    const born = { DateOfBirth: '1971-02-03', RegisteredOutletCode: 'PAV' }
    const first = await registered(app.db, { ...born, FullName: 'SITI AMINAH BINTI YUSOF' })
    await registered(app.db, { ...born, FullName: 'SITI AMINAH YUSOF' })
    const input = { FullName: 'Siti Aminah Yusof', DateOfBirth: '1971-02-03' }
    const staff = staffWith({ ...outletStaff })
    const { body } = await app.call(findDuplicates, input, staff)
    expect(body.count).toBe(1)
    expect(Object.entries(body.rows[0]!).filter(([, value]) => value !== null)).toEqual([
      ['Level', 'Hint'],
      ['Reason', 'NameAndBirthDate'],
      ['MaskedYN', 'Y'],
    ])
    await app.call(lookupMember, { Typed: first.MembershipNo }, staff)
    expect((await app.call(findDuplicates, input, staff)).body.rows.map(({ MembershipNo }) => MembershipNo)).toEqual(
      expect.arrayContaining([first.MembershipNo, null]),
    )
  })
})

describe('look-up of a referrer', () => {
  test('look up referrer: the reply has the masked name, and separators in the membership number are ignored', async () => {
    const reply = await app.call(
      recommendFriend,
      { MembershipNo: ` ${duplicate.MembershipNo.replace('JC', 'jc-')} ` },
      outletStaff,
    )
    expect(reply).toMatchObject({ status: 200, body: { MembershipNo: duplicate.MembershipNo, Name: 'T** M** L***' } })
  })

  test.each([
    ['', 404, 'Record Not Found'],
    ['JC000000000', 400, 'Recommend Friend Not Found'],
  ])('look up referrer: the number "%s" is refused', async (MembershipNo, status, message) => {
    expect(await app.call(recommendFriend, { MembershipNo })).toMatchObject({ status, refusal: { message } })
  })

  test.each([
    ['Inactive', 'Active', 409, 'Member is inactive'],
    ['Suspended', 'Active', 409, 'Member is suspended'],
    ['Archived', 'Active', 409, 'Member is inactive'],
    ['Deleted', 'Active', 400, 'Recommend Friend Not Found'],
    ['Active', 'Inactive', 409, 'Member is inactive'],
    ['Active', 'Suspended', 409, 'Member is suspended'],
    ['Active', 'Deleted', 400, 'Recommend Friend Not Found'],
  ] as const)(
    'look up referrer: a membership with status %s of a customer with status %s is refused',
    async (member, person, status, message) => {
      const friend = await registered(app.db, { Status: person }, { Status: member })
      expect(await app.call(recommendFriend, { MembershipNo: friend.MembershipNo })).toMatchObject({
        status,
        refusal: { message },
      })
    },
  )

  test('look up referrer: the number of a merged membership returns the surviving member', async () => {
    const old = await registered(app.db, {}, { Status: 'Merged', MergedIntoMembershipNo: duplicate.MembershipNo })
    expect((await app.call(recommendFriend, { MembershipNo: old.MembershipNo })).body.MembershipNo).toBe(
      duplicate.MembershipNo,
    )
  })
})

test('customer types: the endpoint returns the member types in the format of a lookup list', async () => {
  const reply = await app.call(listCustomerTypes, {}, outletStaff)
  expect(reply.body).toEqual({
    count: 2,
    rows: [
      { Code: 'PREMIUM', Name: 'Premium Member', SequenceNo: 1 },
      { Code: 'NON_PREMIUM', Name: 'Non-Premium Member', SequenceNo: 2 },
    ],
  })
})
