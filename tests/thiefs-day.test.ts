import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#areas/access/roles.ts'
import { listAuditLog } from '#areas/audit/contract.ts'
import { addAddress, listAddresses } from '#areas/customers/contract/addresses.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import {
  addCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
  updateCustomerStatus,
} from '#areas/customers/contract/customers.ts'
import { getImport, importStatus, listImportRows, listImports } from '#areas/imports/contract.ts'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { searchMembers } from '#areas/memberships/contract/memberships.ts'
import { explainPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { registered } from './factories/customers.ts'
import { addEarningRules, line } from './factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from './harness.ts'

// A user at the counter of KLCC tries to reach rows of other outlets.

const app = useApp({ at: '2026-11-21T02:00:00Z' })
const counterRoles = outletStaff.roles as readonly Role[]
const thief = staffWith({
  ...outletStaff,
  roles: [...counterRoles, 'Update Member Listing'],
  privileges: ['Import Data'],
})
const foreign = { status: 403, refusal: { code: 'customers.foreign', message: 'Look the customer up by number first' } }

type Person = Awaited<ReturnType<typeof registered>>
let lady: Person

beforeAll(async () => {
  await addEarningRules(app.db)
  lady = await registered(app.db, {
    FullName: 'LADY OF PAVILION',
    RegisteredOutletCode: 'PAV',
    IdType: 'NRIC',
    IdNo: '880808145678',
    ContactNo: '+60127654321',
    Email: 'lady@example.com',
  })
})

const read = (CustomerId: number, as = thief) => app.call(getCustomer, { CustomerId }, as)
const messageOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  ...(body as object),
  requestId: '',
})

describe('customers of another outlet', () => {
  test('customers of another outlet: trying many customer ids reads no customer and does not reveal which ids exist', async () => {
    const missing = await read(987_654_321)
    expect(missing).toMatchObject(foreign)
    expect(messageOf(await read(lady.CustomerId))).toEqual(messageOf(missing))
    expect(messageOf(await app.call(memberCard, { MembershipNo: lady.MembershipNo }, thief))).toEqual(
      messageOf(await app.call(memberCard, { MembershipNo: 'JC987654321' }, thief)),
    )
  })

  test('customers of another outlet: staff can neither change nor transfer them', async () => {
    const { CustomerId } = lady
    for (const changes of [
      { ContactNo: '0123456789' },
      { Email: 'thief@example.com' },
      { RegisteredOutletCode: 'KLCC' },
    ])
      expect(await app.call(updateCustomer, { CustomerId, Version: 1, ...changes }, thief)).toMatchObject(foreign)
    expect(
      await app.call(addConsent, { CustomerId, Channel: 'SMS', GrantedYN: 'Y', Source: 'Counter' } as never, thief),
    ).toMatchObject(foreign)
    const address = { CustomerId, AddressType: 'Home', Line1: 'Jalan Pencuri 1', Country: 'Malaysia' }
    expect(await app.call(addAddress, address as never, thief)).toMatchObject(foreign)
    expect(await app.call(listAddresses, { Search: { CustomerId } }, thief)).toMatchObject(foreign)
    expect(await app.call(deleteCustomer, { CustomerId }, thief)).toMatchObject(foreign)
    expect((await read(CustomerId, hq)).body).toMatchObject({
      Email: 'lady@example.com',
      RegisteredOutletCode: 'PAV',
      Version: 1,
    })
  })

  test('customers of another outlet: lists and searches by name do not contain them', async () => {
    for (const Search of [{ FullName: 'LADY' }, { Q: 'LADY' }, { Email: 'lady' }, { ContactNo: '012' }])
      expect((await app.call(listCustomers, { Search }, thief)).body.rows).toEqual([])
    expect((await app.call(lookupMember, { Typed: 'LADY OF PAVILION' }, thief)).body).toMatchObject({ count: 0 })
    expect((await app.call(searchMembers, { Search: { FullName: 'LADY OF PAVILION' } }, thief)).status).toBe(404)
  })
})

describe('customers of another outlet after a look-up', () => {
  test.each([['MembershipNo'], ['IdNo'], ['ContactNo'], ['Email']] as const)(
    'customer look-ups: a look-up by %s opens a customer of another outlet for thirty minutes and is logged',
    async (field) => {
      const counter = staffWith({ roles: [...counterRoles], privileges: [], outlet: 'KLCC' })
      const otherThief = staffWith({ ...counter, roles: [...counterRoles, 'Settings'] })
      app.clock.advance(3_600)
      expect((await app.call(lookupMember, { Typed: lady[field]! }, counter)).body).toMatchObject({
        ExactYN: 'Y',
        count: 1,
      })
      expect((await read(lady.CustomerId, counter)).status).toBe(200)
      expect((await app.call(explainPoints, { MembershipNo: lady.MembershipNo }, counter)).status).toBe(200)
      const log = await app.sql<{ log_text: string }>(
        `select log_text from audit_log where action_type = 'View Customer' and object_id = $1 order by logged_at desc limit 1`,
        `${lady.CustomerId}`,
      )
      expect(log[0]!.log_text).toContain(`CustomerId - ${lady.CustomerId}, by ${field}`)
      // No other session may read the customer, and none after the end of the access.
      expect(await read(lady.CustomerId, otherThief)).toMatchObject(foreign)
      app.clock.advance(29 * 60)
      expect((await read(lady.CustomerId, counter)).status).toBe(200)
      app.clock.advance(2 * 60)
      expect(await read(lady.CustomerId, counter)).toMatchObject(foreign)
    },
  )

  test('customers of another outlet after a look-up: staff can serve but not suspend, delete or transfer them', async () => {
    const { CustomerId, MembershipNo } = lady
    await app.call(lookupMember, { Typed: MembershipNo }, thief)
    const { Version } = (await read(CustomerId)).body
    const elsewhere = { status: 403, refusal: { code: 'customers.registered_elsewhere' } }
    expect(
      await app.call(updateCustomerStatus, { CustomerId, Version, Status: 'Suspended', Reason: 'x' }, thief),
    ).toMatchObject(elsewhere)
    expect(await app.call(deleteCustomer, { CustomerId }, thief)).toMatchObject(elsewhere)
    expect(await app.call(updateCustomer, { CustomerId, Version, RegisteredOutletCode: 'KLCC' }, thief)).toMatchObject({
      status: 403,
      refusal: { code: 'customers.outlet_by_head_office' },
    })
    expect((await app.call(updateCustomer, { CustomerId, Version, PreferredName: 'Lady' }, thief)).status).toBe(200)
  })

  test('customer look-ups: each person has a limit per hour, and loyalty watch records refused look-ups', async () => {
    await app.call(updateSetting, { Name: 'access.foreignCustomersPerHour', Version: 0, Value: 3 })
    const greedy = staffWith({ roles: ['Customer'], outlet: 'KLCC' })
    const { userId } = await app.token(greedy)
    app.clock.advance(7_200)
    const people = [lady]
    for (let more = 0; more < 4; more++) people.push(await registered(app.db, { RegisteredOutletCode: 'PAV' }))
    const replies = []
    for (const { MembershipNo } of people) replies.push(await app.call(lookupMember, { Typed: MembershipNo }, greedy))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(replies[3]!.refusal.code).toBe('customers.too_many_foreign')
    expect(await read(people[3]!.CustomerId, greedy)).toMatchObject(foreign)
    // A repeated look-up of the same customer is not counted.
    expect((await app.call(lookupMember, { Typed: lady.MembershipNo }, greedy)).status).toBe(200)
    const reported = await app.call(listAuditLog, { Search: { ActionType: 'Loyalty Watch' } })
    expect(reported.body.rows[0]).toMatchObject({ ObjectType: 'UserAccount', ObjectId: `${userId}` })
    app.clock.advance(3_601)
    expect((await app.call(lookupMember, { Typed: people[4]!.MembershipNo }, greedy)).status).toBe(200)
    await app.call(updateSetting, { Name: 'access.foreignCustomersPerHour', Version: 1, Value: 120 })
  })
})

describe('outlet at which an action takes place', () => {
  const guest = (more: object) => ({
    FullName: 'NEW GUEST',
    IdNotGivenYN: 'Y',
    ContactNo: '013-9998887',
    Language: 'English',
    Consents: [{ Channel: 'Service', GrantedYN: 'Y', Source: 'Counter' }],
    ...more,
  })

  test('outlet of an action: a customer is registered for the outlet of the user', async () => {
    expect(await app.call(addCustomer, guest({ RegisteredOutletCode: 'PAV' }) as never, thief)).toMatchObject({
      status: 403,
      refusal: { code: 'customers.own_outlet_only' },
    })
    expect((await app.call(addCustomer, guest({}) as never, thief)).body).toMatchObject({
      RegisteredOutletCode: 'KLCC',
    })
  })

  test('outlet of an action: imports of another outlet cannot be seen', async () => {
    const [{ import_id: ImportId }] = (await app.sql<{ import_id: string }>(
      `insert into import_job (kind, file_name, outlet_code) values ('sales', 'theirs.csv', 'PAV') returning import_id`,
    )) as [{ import_id: string }]
    expect((await app.call(listImports, {}, thief)).body.rows).toEqual([])
    for (const call of [getImport, importStatus])
      expect(await app.call(call, { ImportId }, thief)).toMatchObject({ status: 404 })
    expect(await app.call(listImportRows, { Search: { ImportId } }, thief)).toMatchObject({ status: 404 })
    const headers = { authorization: `Bearer ${(await app.token(thief)).token}` }
    const url = `/api/1.0/imports/failed-rows?ImportId=${ImportId}`
    expect((await app.inject({ method: 'GET', url, headers })).status).toBe(404)
  })

  test('outlet of an action: the first purchase transfers a customer only if the settings allow it', async () => {
    const sellRing = async () => {
      const { CustomerId, MembershipNo } = await registered(app.db, { RegisteredOutletCode: 'PAV' })
      await app.call(lookupMember, { Typed: MembershipNo }, thief)
      for (const InvoiceNo of [`FIRST${CustomerId}`, `SECOND${CustomerId}`]) {
        const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line('100.00')] }
        expect((await app.call(addTransaction, sale as never, thief)).status).toBe(201)
      }
      return (await read(CustomerId, hq)).body.RegisteredOutletCode
    }
    expect(await sellRing()).toBe('PAV')
    await app.call(updateSetting, { Name: 'customers.outletByFirstPurchase', Version: 0, Value: 'Y' })
    expect(await sellRing()).toBe('KLCC')
  })
})
