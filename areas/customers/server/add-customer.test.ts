import { beforeAll, describe, expect, test } from 'vitest'
import { customer, listItems, registered } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addCustomer, CustomerStatus } from '../contract/customers.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  await cardGroup(app.db)
})

let inputCount = 0
const newCustomer = (more: object = {}) => ({
  FullName: 'Tan Mei Ling',
  IdType: 'Passport',
  IdNo: `A 1234-${500 + ++inputCount}`,
  ContactNo: `012-345 ${6000 + inputCount}`,
  Language: 'English',
  Consents: [{ Channel: 'Service' as const, GrantedYN: 'Y' as const }],
  ...more,
})
const tableCounts = async () =>
  (
    await app.sql<{ c: string; m: string }>(
      'select (select count(*) from customer) as c, (select count(*) from membership) as m',
    )
  )[0]

describe('registration of a customer by staff', () => {
  test('registration: a customer can be registered with at most seven fields, which are stored in normal form', async () => {
    const reply = await app.call(
      addCustomer,
      newCustomer({ IdNo: 'a 12-34/5.6789', Email: 'Mei@Example.COM' }),
      outletStaff,
    )

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

  test('registration: a new customer gets a non-premium membership number with prefix, eight digits and check digit', async () => {
    const reply = await app.call(addCustomer, newCustomer())

    expect(reply.body.Memberships).toMatchObject([
      { Status: 'Active', MemberType: 'Non-Premium Member', PointBalance: 0, JoinDate: '2026-05-10' },
    ])
    const number = reply.body.MembershipNo ?? ''
    expect(number).toMatch(/^JC\d{9}$/)
    const digits = [...number.slice(2)].reverse().map(Number)
    const luhn = digits.map((digit, index) => (index % 2 === 1 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit))
    expect(luhn.reduce((sum, digit) => sum + digit, 0) % 10).toBe(0)
  })

  test('registration: consents are stored with their language, and the first address becomes the primary address', async () => {
    const reply = await app.call(
      addCustomer,
      newCustomer({
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

  test('registration: the log has the text of the specification and an entry for each field', async () => {
    const { body } = await app.call(addCustomer, newCustomer())

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

  test('registration: an identity number that contradicts the birth date or gender gives a warning and does not block', async () => {
    const misfit = newCustomer({ IdType: 'NRIC', IdNo: '900229-18-5678', Gender: 'Male', DateOfBirth: '1990-03-01' })
    const reply = await app.call(addCustomer, misfit)

    expect(reply.status).toBe(201)
    expect(reply.body.IdNo).toBe('******-**-5678')
    expect(reply.body.NricWarnings).toEqual(['date', 'place', 'genderDiffers'])
  })

  test('registration: the identity number can be omitted', async () => {
    const reply = await app.call(addCustomer, newCustomer({ IdType: undefined, IdNo: undefined, IdNotGivenYN: 'Y' }))
    expect(reply.body).toMatchObject({ IdType: null, IdNo: null, IdNotGivenYN: 'Y' })
  })

  test.each([
    [
      'neither an identity number nor the flag that the customer gave none',
      { IdType: null, IdNo: null },
      'customers.identity_missing',
    ],
    ['an identity number without its type', { IdType: null }, 'customers.identity_missing'],
    [
      'both an identity number and the flag that the customer gave none',
      { IdNotGivenYN: 'Y' },
      'customers.identity_contradicts',
    ],
    ['no service consent', { Consents: [{ Channel: 'Service', GrantedYN: 'N' }] }, 'customers.service_consent_missing'],
    ['e-mail consent only', { Consents: [{ Channel: 'Email', GrantedYN: 'Y' }] }, 'customers.service_consent_missing'],
    ['an impossible phone number', { ContactNo: '012-34' + '00' }, 'customers.phone_invalid'],
    ['a birthday tomorrow', { DateOfBirth: '2026-05-11' }, 'customers.birth_date_in_future'],
    ['an outlet that does not exist', { RegisteredOutletCode: 'MOON' }, 'customers.outlet_unknown'],
    ['a friend who does not exist', { RecommendMembershipNo: 'JC999' }, 'customers.friend_not_found'],
    ['a masked identity number', { IdNo: '******6789' }, 'kit.invalid'],
    [
      'a Malaysian postcode with four digits',
      { Address: { AddressType: 'Home', Line1: 'x', Postcode: '5040' } },
      'kit.invalid',
    ],
    ['an unknown field', { Nickname: 'Mei' }, 'kit.invalid'],
    ['a name with a lost letter', { FullName: 'TAN\ufffdMEI' }, 'kit.invalid'],
  ])('registration: a request with %s is refused and writes nothing', async (_, more, code) => {
    const before = await tableCounts()
    const reply = await app.call(addCustomer, newCustomer(more) as never)
    expect(reply).toMatchObject({ status: 400, refusal: { code } })
    expect(await tableCounts()).toEqual(before)
  })

  test.each(['CustomerId', 'RegistrationSource', 'CreatedById', 'Version', 'UpgradePendingYN'])(
    'registration: %s from the caller is refused',
    async (field) => {
      const reply = await app.call(addCustomer, newCustomer({ [field]: 'Y' }) as never)
      expect(reply).toMatchObject({ status: 400, refusal: { message: `Unknown field: ${field}` } })
    },
  )

  test('registration: a new customer is Active, unverified and non-premium, whatever status the caller sends', async () => {
    const specified = { Status: 'Suspended', MemberType: 'Premium Member', VerifiedEmailYN: 'Y' }
    const reply = await app.call(addCustomer, newCustomer(specified) as never)
    expect(reply).toMatchObject({
      status: 201,
      body: { Status: 'Active', MemberType: 'Non-Premium Member', VerifiedEmailYN: 'N' },
    })
  })

  test('registration: a field with a lookup list accepts only values of that list', async () => {
    await listItems(app.db, 'ProfessionLevel', 'Manager')
    expect(await app.call(addCustomer, newCustomer({ ProfessionLevel: 'Wizard' }))).toMatchObject({
      status: 400,
      refusal: { message: 'Wizard is not in the list ProfessionLevel' },
    })
    expect(await app.call(addCustomer, newCustomer({ ProfessionLevel: 'Manager' }))).toMatchObject({ status: 201 })
  })

  test('registration: the caller needs the role Customer', async () => {
    expect(
      await app.call(addCustomer, newCustomer(), staffWith({ roles: ['Dashboard', 'Update Member Listing'] })),
    ).toMatchObject({ status: 403 })
  })
})

describe('identity number at registration', () => {
  test('identity number: a number that another customer has is refused, and the error identifies that customer', async () => {
    const holder = await registered(app.db, { FullName: 'LIM AH KOW', IdType: 'NRIC', IdNo: '850505145555' })

    const reply = await app.call(addCustomer, newCustomer({ IdType: 'NRIC', IdNo: '850505-14-5555' }), outletStaff)

    expect(reply).toMatchObject({
      status: 409,
      refusal: {
        code: 'customers.duplicate_identity',
        message: `This identity number is already registered: LIM AH KOW, ${holder.MembershipNo} (customer ${holder.CustomerId})`,
        params: { CustomerId: holder.CustomerId, MembershipNo: holder.MembershipNo },
      },
    })
  })

  test('identity number: the error about another outlet’s customer contains neither name nor membership number', async () => {
    await registered(app.db, {
      FullName: 'LIM AH KOW',
      IdType: 'NRIC',
      IdNo: '860606146666',
      RegisteredOutletCode: 'PAV',
    })
    const reply = await app.call(addCustomer, newCustomer({ IdType: 'NRIC', IdNo: '860606146666' }), outletStaff)
    expect(reply).toMatchObject({ status: 409, refusal: { code: 'customers.identity_elsewhere' } })
    expect(JSON.stringify(reply.refusal)).not.toMatch(/KOW|L\*\*|CustomerId|MembershipNo/)
  })

  test.each(CustomerStatus.options)(
    'identity number: the number of a customer with status %s is free only if that status is Deleted or Merged',
    async (Status) => {
      const holder = await customer(app.db, { Status })
      const reply = await app.call(addCustomer, newCustomer({ IdType: holder.IdType, IdNo: holder.IdNo }))
      expect(reply.status).toBe(['Deleted', 'Merged'].includes(Status) ? 201 : 409)
    },
  )

  test('identity number: of twenty concurrent registrations with one number one succeeds, and the others name that customer', async () => {
    const before = await tableCounts()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.call(addCustomer, { ...newCustomer(), IdNo: 'RACE-1', ContactNo: `012-999 ${1000 + index}` }, hq),
      ),
    )

    const winner = replies.filter(({ status }) => status === 201)
    expect(winner).toHaveLength(1)
    const others = replies.filter(({ status }) => status !== 201)
    for (const loser of others)
      expect(loser).toMatchObject({
        status: 409,
        refusal: { code: 'customers.duplicate_identity', params: { CustomerId: winner[0]!.body.CustomerId } },
      })
    const after = await tableCounts()
    expect([Number(after!.c) - Number(before!.c), Number(after!.m) - Number(before!.m)]).toEqual([1, 1])
  })
})

test('registration: two requests with one idempotency key register one customer and get the same reply', async () => {
  const input = newCustomer()
  const [first, second] = await Promise.all([
    app.call(addCustomer, input, { as: hq, key: 'double-click-1' }),
    app.call(addCustomer, input, { as: hq, key: 'double-click-1' }),
  ])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.body.CustomerId).toBe(second.body.CustomerId)
})
