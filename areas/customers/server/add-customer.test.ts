import { beforeAll, describe, expect, test } from 'vitest'
import { customer, listItems, registered } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addCustomer, CustomerStatus } from '../contract/customers.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  await cardGroup(app.db)
})

let last = 0
const wanted = (more: object = {}) => ({
  FullName: 'Tan Mei Ling',
  IdType: 'Passport',
  IdNo: `A 1234-${500 + ++last}`,
  ContactNo: `012-345 ${6000 + last}`,
  Language: 'English',
  Consents: [{ Channel: 'Service' as const, GrantedYN: 'Y' as const }],
  ...more,
})
const counts = async () =>
  (
    await app.sql<{ c: string; m: string }>(
      'select (select count(*) from customer) as c, (select count(*) from membership) as m',
    )
  )[0]

describe('registering a customer', () => {
  test('needs seven inputs at most and stores them in one form', async () => {
    const reply = await app.call(addCustomer, wanted({ IdNo: 'a 12-34/5.6789', Email: 'Mei@Example.COM' }), outletStaff)

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      FullName: 'TAN MEI LING',
      IdNo: '******6789',
      Email: 'mei@example.com',
      VerifiedEmailYN: 'N',
      MemberType: 'Non-Premium Member',
      Status: 'Active',
      RegisteredOutletCode: 'KLCC',
      RegistrationSource: 'CRM',
    })
    expect(reply.body.ContactNo).toMatch(/^\+6012345600\d$/)
    expect(reply.body.ContactNoTyped).toMatch(/^012-345 600\d$/)
    const [row] = await app.sql<{ id_no: string }>(
      'select id_no from customer where customer_id = $1',
      reply.body.CustomerId,
    )
    expect(row?.id_no).toBe('A123456789')
  })

  test('gives a non-premium membership with a number of prefix, eight digits and check digit', async () => {
    const reply = await app.call(addCustomer, wanted())

    expect(reply.body.Memberships).toMatchObject([
      { Status: 'Active', MemberType: 'Non-Premium Member', PointBalance: 0, JoinDate: '2026-05-10' },
    ])
    const number = reply.body.MembershipNo ?? ''
    expect(number).toMatch(/^JC\d{9}$/)
    const digits = [...number.slice(2)].reverse().map(Number)
    const luhn = digits.map((digit, place) => (place % 2 === 1 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit))
    expect(luhn.reduce((sum, digit) => sum + digit, 0) % 10).toBe(0)
  })

  test('keeps what the customer agreed to, in which language it was read out, and the first address as the primary one', async () => {
    const reply = await app.call(
      addCustomer,
      wanted({
        Consents: [
          { Channel: 'Service', GrantedYN: 'Y', WordingVersion: '1', WordingLanguage: 'zh' },
          { Channel: 'SMS', GrantedYN: 'N' },
        ],
        Address: { AddressType: 'Home', Line1: '1 Jalan Tun Razak', Postcode: '50400', IsPrimaryYN: 'N' },
      }),
    )

    expect(reply.body.Consents).toMatchObject([
      { Channel: 'Service', GrantedYN: 'Y', Source: 'Counter', WordingVersion: '1', WordingLanguage: 'zh' },
      { Channel: 'SMS', GrantedYN: 'N', WordingVersion: '1', WordingLanguage: null },
    ])
    expect(reply.body.Addresses).toMatchObject([{ Line1: '1 Jalan Tun Razak', IsPrimaryYN: 'Y', Country: 'Malaysia' }])
  })

  test('is written in the log in the words of the specification, and field by field', async () => {
    const { body } = await app.call(addCustomer, wanted())

    const log = await app.sql<{ log_text: string }>(
      "select log_text from audit_log where object_type = 'Customer' and object_id = $1",
      String(body.CustomerId),
    )
    expect(log).toEqual([{ log_text: `Create Customer in Customer. CustomerId - ${body.CustomerId}` }])
    const fields = await app.sql(
      "select 1 from audit_record where object_type = 'Customer' and object_id = $1 and action_type = 'Add'",
      String(body.CustomerId),
    )
    expect(fields).toHaveLength(1)
  })

  test('warns of an identity number that does not fit, and registers all the same', async () => {
    const misfit = wanted({ IdType: 'NRIC', IdNo: '900229-18-5678', Gender: 'Male', DateOfBirth: '1990-03-01' })
    const reply = await app.call(addCustomer, misfit)

    expect(reply.status).toBe(201)
    expect(reply.body.IdNo).toBe('******-**-5678')
    expect(reply.body.NricWarnings).toEqual(['date', 'place', 'genderDiffers'])
  })

  test('goes without an identity number where the customer did not give one', async () => {
    const reply = await app.call(addCustomer, wanted({ IdType: undefined, IdNo: undefined, IdNotGivenYN: 'Y' }))
    expect(reply.body).toMatchObject({ IdType: null, IdNo: null, IdNotGivenYN: 'Y' })
  })

  test.each([
    ['neither a number nor the word that none was given', { IdType: null, IdNo: null }, 'customers.identity_missing'],
    ['a number without its type', { IdType: null }, 'customers.identity_missing'],
    ['a number and the word that none was given', { IdNotGivenYN: 'Y' }, 'customers.identity_contradicts'],
    [
      'no consent to the service',
      { Consents: [{ Channel: 'Service', GrantedYN: 'N' }] },
      'customers.service_consent_missing',
    ],
    [
      'consent to e-mail alone',
      { Consents: [{ Channel: 'Email', GrantedYN: 'Y' }] },
      'customers.service_consent_missing',
    ],
    ['a telephone number that nobody can have', { ContactNo: '012-34' + '00' }, 'customers.phone_invalid'],
    ['a birthday tomorrow', { DateOfBirth: '2026-05-11' }, 'customers.birth_date_in_future'],
    ['an outlet that does not exist', { RegisteredOutletCode: 'MOON' }, 'customers.outlet_unknown'],
    ['a friend who does not exist', { RecommendMembershipNo: 'JC999' }, 'customers.friend_not_found'],
    ['a masked identity number', { IdNo: '******6789' }, 'kit.invalid'],
    [
      'a Malaysian postcode with four digits',
      { Address: { AddressType: 'Home', Line1: 'x', Postcode: '5040' } },
      'kit.invalid',
    ],
    ['a field nobody knows', { Nickname: 'Mei' }, 'kit.invalid'],
    ['a name with a lost letter', { FullName: 'TAN\ufffdMEI' }, 'kit.invalid'],
  ])('is refused with %s, and nothing is written', async (_, more, code) => {
    const before = await counts()
    const reply = await app.call(addCustomer, wanted(more) as never)
    expect(reply).toMatchObject({ status: 400, refusal: { code } })
    expect(await counts()).toEqual(before)
  })

  test.each(['CustomerId', 'RegistrationSource', 'CreatedById', 'Version', 'UpgradePendingYN'])(
    'does not take %s from the caller',
    async (field) => {
      const reply = await app.call(addCustomer, wanted({ [field]: 'Y' }) as never)
      expect(reply).toMatchObject({ status: 400, refusal: { message: `Unknown field: ${field}` } })
    },
  )

  test('a new customer is Active, unverified and no member, whatever the caller sends', async () => {
    const specified = { Status: 'Suspended', MemberType: 'Premium Member', VerifiedEmailYN: 'Y' }
    const reply = await app.call(addCustomer, wanted(specified) as never)
    expect(reply).toMatchObject({
      status: 201,
      body: { Status: 'Active', MemberType: 'Non-Premium Member', VerifiedEmailYN: 'N' },
    })
  })

  test('takes only values of a list that has values', async () => {
    await listItems(app.db, 'ProfessionLevel', 'Manager')
    expect(await app.call(addCustomer, wanted({ ProfessionLevel: 'Wizard' }))).toMatchObject({
      status: 400,
      refusal: { message: 'Wizard is not in the list ProfessionLevel' },
    })
    expect(await app.call(addCustomer, wanted({ ProfessionLevel: 'Manager' }))).toMatchObject({ status: 201 })
  })

  test('needs the role Customer', async () => {
    expect(
      await app.call(addCustomer, wanted(), staffWith({ roles: ['Dashboard', 'Update Member Listing'] })),
    ).toMatchObject({ status: 403 })
  })
})

describe('an identity number', () => {
  test('that somebody holds is refused and named with the record to open', async () => {
    const holder = await registered(app.db, { FullName: 'LIM AH KOW', IdType: 'NRIC', IdNo: '850505145555' })

    const reply = await app.call(addCustomer, wanted({ IdType: 'NRIC', IdNo: '850505-14-5555' }), outletStaff)

    expect(reply).toMatchObject({
      status: 409,
      refusal: {
        code: 'customers.duplicate_identity',
        message: `This identity number is already registered: LIM AH KOW, ${holder.MembershipNo} (customer ${holder.CustomerId})`,
        params: { CustomerId: holder.CustomerId, MembershipNo: holder.MembershipNo },
      },
    })
  })

  test('of another outlet’s customer leads to the look-up, without name or number', async () => {
    await registered(app.db, {
      FullName: 'LIM AH KOW',
      IdType: 'NRIC',
      IdNo: '860606146666',
      RegisteredOutletCode: 'PAV',
    })
    const reply = await app.call(addCustomer, wanted({ IdType: 'NRIC', IdNo: '860606146666' }), outletStaff)
    expect(reply).toMatchObject({ status: 409, refusal: { code: 'customers.identity_elsewhere' } })
    expect(JSON.stringify(reply.refusal)).not.toMatch(/KOW|L\*\*|CustomerId|MembershipNo/)
  })

  test.each(CustomerStatus.options)('of a customer who is %s: free only when deleted or merged', async (Status) => {
    const holder = await customer(app.db, { Status })
    const reply = await app.call(addCustomer, wanted({ IdType: holder.IdType, IdNo: holder.IdNo }))
    expect(reply.status).toBe(['Deleted', 'Merged'].includes(Status) ? 201 : 409)
  })

  test('is given to one of twenty who register it at the same moment, and the others are told whose it is', async () => {
    const before = await counts()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        app.call(addCustomer, { ...wanted(), IdNo: 'RACE-1', ContactNo: `012-999 ${1000 + place}` }, hq),
      ),
    )

    const winner = replies.filter(({ status }) => status === 201)
    expect(winner).toHaveLength(1)
    const others = replies.filter(({ status }) => status !== 201)
    for (const other of others)
      expect(other).toMatchObject({
        status: 409,
        refusal: { code: 'customers.duplicate_identity', params: { CustomerId: winner[0]!.body.CustomerId } },
      })
    const after = await counts()
    expect([Number(after!.c) - Number(before!.c), Number(after!.m) - Number(before!.m)]).toEqual([1, 1])
  })
})

test('a double click with one key registers once and answers twice', async () => {
  const input = wanted()
  const [first, second] = await Promise.all([
    app.call(addCustomer, input, { as: hq, key: 'double-click-1' }),
    app.call(addCustomer, input, { as: hq, key: 'double-click-1' }),
  ])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.body.CustomerId).toBe(second.body.CustomerId)
})
