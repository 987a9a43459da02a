import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { deleteMembership, updateMembership } from '#areas/memberships/contract/memberships.ts'
import { customer, listItems, registered } from '#tests/factories/customers.ts'
import { cardGroup, createCardGroup, membership, toSale } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  CustomerStatus,
  deleteCustomer,
  restoreCustomer,
  revealIdentity,
  updateCustomer,
  updateCustomerStatus,
} from '../contract/customers.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  await cardGroup(app.db)
})
const statusesOf = async (CustomerId: number) =>
  (
    await app.sql<{ status: string }>(
      'select status from membership where customer_id = $1 order by membership_no',
      CustomerId,
    )
  ).map(({ status }) => status)

describe('update of a customer', () => {
  test('update customer: an update changes only the fields in the request and increases the version', async () => {
    const { CustomerId, FullName } = await registered(app.db, { PreferredName: 'Aisyah', Remarks: 'Likes rubies' })

    const reply = await app.call(
      updateCustomer,
      { CustomerId, Version: 1, ContactNo: '019 876 5432', Remarks: '' },
      outletStaff,
    )

    expect(reply).toMatchObject({
      status: 200,
      body: {
        FullName,
        PreferredName: 'Aisyah',
        ContactNo: '+60198765432',
        ContactNoTyped: '019 876 5432',
        Remarks: null,
        Version: 2,
      },
    })
  })

  test('update customer: a new e-mail address is unverified, and an address that is sent unchanged stays verified', async () => {
    const { CustomerId } = await customer(app.db, {
      Email: 'a@example.com',
      VerifiedEmailYN: 'Y',
      VerifiedEmailAt: '2026-01-01T00:00:00Z',
    })
    const same = await app.call(updateCustomer, { CustomerId, Version: 1, Email: 'A@example.com' })
    expect(same.body).toMatchObject({ VerifiedEmailYN: 'Y', VerifiedEmailAt: '2026-01-01T00:00:00.000Z' })
    const newAddress = await app.call(updateCustomer, { CustomerId, Version: 2, Email: 'b@example.com' })
    expect(newAddress.body).toMatchObject({ Email: 'b@example.com', VerifiedEmailYN: 'N', VerifiedEmailAt: null })
  })

  test('update customer: of two concurrent updates one fails, and its error contains the current record', async () => {
    const { CustomerId } = await customer(app.db)
    const replies = await Promise.all(
      ['Ruby', 'Pearl'].map((PreferredName) => app.call(updateCustomer, { CustomerId, Version: 1, PreferredName })),
    )
    const won = replies.find(({ status }) => status === 200)!
    const refused = replies.find(({ status }) => status === 409)!
    expect(refused.refusal).toMatchObject({
      code: 'kit.stale',
      current: { PreferredName: won.body.PreferredName, Version: 2 },
    })
  })

  test.each(CustomerStatus.options)(
    'update customer: a customer with status %s can be updated only if that status is editable',
    async (Status) => {
      const { CustomerId } = await customer(app.db, { Status })
      const reply = await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Mei' })
      const expected = { Active: 200, Inactive: 200, Suspended: 200, Archived: 409, Merged: 409, Deleted: 404 }[Status]
      expect(reply.status).toBe(expected)
      expect(reply.refusal.message).toBe(
        expected === 409
          ? `The customer cannot be changed. Status: ${Status}`
          : expected === 404
            ? 'Record not found'
            : undefined,
      )
    },
  )

  test('update customer: an identity number of another customer is refused with the name of that customer', async () => {
    const holder = await registered(app.db, { IdType: 'NRIC', IdNo: '770707077777' })
    const { CustomerId } = await customer(app.db)
    const reply = await app.call(updateCustomer, { CustomerId, Version: 1, IdType: 'NRIC', IdNo: '770707-07-7777' })
    expect(reply).toMatchObject({
      status: 409,
      refusal: { code: 'customers.duplicate_identity', params: { CustomerId: holder.CustomerId } },
    })
  })

  test('update customer: of two concurrent updates with one identity number one fails', async () => {
    const pair = [await customer(app.db), await customer(app.db)]
    const replies = await Promise.all(
      pair.map(({ CustomerId }) =>
        app.call(updateCustomer, { CustomerId, Version: 1, IdType: 'NRIC', IdNo: '660606066666' }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal.message).toMatch(
      /^This identity number is already registered/,
    )
  })

  test('an identity number can be removed from a non-premium customer only', async () => {
    const plain = await customer(app.db)
    const premium = await customer(app.db, { MemberType: 'Premium Member' })
    const removed = await app.call(updateCustomer, { CustomerId: plain.CustomerId, Version: 1, IdNotGivenYN: 'Y' })
    expect(removed.body).toMatchObject({ IdType: null, IdNo: null, IdNotGivenYN: 'Y' })
    expect(
      await app.call(updateCustomer, { CustomerId: premium.CustomerId, Version: 1, IdNotGivenYN: 'Y' }),
    ).toMatchObject({
      status: 409,
      refusal: { code: 'customers.premium_needs_identity' },
    })
    expect(
      await app.call(updateCustomer, {
        CustomerId: plain.CustomerId,
        Version: 2,
        IdType: 'NRIC',
        IdNo: '900909101234',
      }),
    ).toMatchObject({
      status: 200,
      body: { IdNotGivenYN: 'N', IdNo: '******-**-1234' },
    })
    expect(await app.call(updateCustomer, { CustomerId: plain.CustomerId, Version: 3, IdNo: null })).toMatchObject({
      status: 400,
      refusal: { code: 'customers.identity_missing' },
    })
  })

  test('update customer: a value that was removed from its lookup list may stay, but a new value must be in the list', async () => {
    await listItems(app.db, 'Race', 'Malay', 'Chinese')
    const { CustomerId } = await customer(app.db, { Ethnicity: 'Klingon' })
    expect(
      await app.call(updateCustomer, { CustomerId, Version: 1, Ethnicity: 'Klingon', PreferredName: 'Worf' }),
    ).toMatchObject({ status: 200 })
    expect(await app.call(updateCustomer, { CustomerId, Version: 2, Ethnicity: 'Vulcan' })).toMatchObject({
      status: 400,
    })
  })

  test.each(['UpgradeData', 'CreatedAt'])('update customer: the field %s from the caller is refused', async (field) => {
    const { CustomerId } = await customer(app.db)
    expect(await app.call(updateCustomer, { CustomerId, Version: 1, [field]: 'Active' } as never)).toMatchObject({
      status: 400,
    })
  })

  test('update customer: status, type and verification in the request are ignored, because specified clients send them', async () => {
    const { CustomerId } = await customer(app.db)
    const ignoredFields = {
      Status: 'Suspended',
      MemberType: 'Premium Member',
      VerifiedEmailYN: 'Y',
      Remarks: 'Likes pearls',
    }
    expect(await app.call(updateCustomer, { CustomerId, ...ignoredFields } as never)).toMatchObject({
      status: 200,
      body: { Status: 'Active', MemberType: 'Non-Premium Member', VerifiedEmailYN: 'N', Remarks: 'Likes pearls' },
    })
  })
})

describe('referrer of a customer', () => {
  test('referrer: within 14 days after registration a customer can name one other customer as referrer', async () => {
    const friend = await registered(app.db)
    const otherCustomer = await registered(app.db)
    await toSale(app.db, friend, '100.00')
    await toSale(app.db, otherCustomer, '100.00')
    const fresh = await registered(app.db, { CreatedAt: '2026-05-01T00:00:00Z' })
    const old = await registered(app.db, { CreatedAt: '2026-04-01T00:00:00Z' })
    const nameReferrer = (target: { CustomerId: number }, RecommendMembershipNo: string | null, Version = 1) =>
      app.call(updateCustomer, { CustomerId: target.CustomerId, Version, RecommendMembershipNo })

    expect(await nameReferrer(old, friend.MembershipNo)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_late' },
    })
    expect(await nameReferrer(fresh, fresh.MembershipNo)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_is_self' },
    })
    expect(await nameReferrer(fresh, friend.MembershipNo)).toMatchObject({
      status: 200,
      body: { RecommendMembershipNo: friend.MembershipNo },
    })
    expect(await nameReferrer(fresh, otherCustomer.MembershipNo, 2)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_set' },
    })
    expect(await nameReferrer(fresh, null, 2)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_set' },
    })
  })
})

describe('status of a customer', () => {
  test('customer status: suspending or reactivating a customer changes the memberships as well', async () => {
    const { CustomerId } = await registered(app.db)
    await membership(app.db, { CustomerId, CardGroupId: (await createCardGroup(app.db)).GroupId, Status: 'Archived' })

    await app.call(updateCustomerStatus, { CustomerId, Version: 1, Status: 'Suspended', Reason: 'Fraud suspected' })
    expect(await statusesOf(CustomerId)).toEqual(['Suspended', 'Archived'])
    const back = await app.call(updateCustomerStatus, { CustomerId, Version: 2, Status: 'Active', Reason: 'Cleared' })

    expect(back.body).toMatchObject({ Status: 'Active', Version: 3 })
    expect(await statusesOf(CustomerId)).toEqual(['Active', 'Archived'])
  })

  test.each(['Archived', 'Merged', 'Deleted'])('customer status: staff cannot set the status %s', async (Status) => {
    const { CustomerId } = await customer(app.db)
    expect(
      await app.call(updateCustomerStatus, { CustomerId, Version: 1, Status, Reason: 'x' } as never),
    ).toMatchObject({ status: 400 })
  })
})

describe('deletion of a customer', () => {
  test('delete customer: an undo within 30 seconds restores the statuses of customer and memberships', async () => {
    const { CustomerId } = await registered(app.db, { Status: 'Suspended' }, { Status: 'Suspended' })

    const deleted = await app.call(deleteCustomer, { CustomerId }, outletStaff)
    expect(deleted).toMatchObject({ status: 200, body: { Status: 'Deleted' } })
    expect(await statusesOf(CustomerId)).toEqual(['Deleted'])
    app.clock.advance(30)
    const restored = await app.call(restoreCustomer, { CustomerId }, outletStaff)

    expect(restored).toMatchObject({ status: 200, body: { Status: 'Suspended' } })
    expect(await statusesOf(CustomerId)).toEqual(['Suspended'])
    const log = await app.sql<{ log_text: string }>(
      "select log_text from audit_log where object_type = 'Customer' and object_id = $1 order by audit_log_id",
      String(CustomerId),
    )
    expect(log.map(({ log_text }) => log_text)).toEqual([
      `Delete Customer in Customer. CustomerId - ${CustomerId}`,
      `Restore Customer in Customer. CustomerId - ${CustomerId}`,
    ])
  })

  test('delete customer: an undo after 30 seconds is refused', async () => {
    const { CustomerId } = await registered(app.db)
    await app.call(deleteCustomer, { CustomerId })
    app.clock.advance(31)
    expect(await app.call(restoreCustomer, { CustomerId })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.undo_over' },
    })
  })

  test('delete customer: an undo is refused if another customer got the identity number in the meantime', async () => {
    const first = await registered(app.db)
    await app.call(deleteCustomer, { CustomerId: first.CustomerId })
    await customer(app.db, { IdType: first.IdType, IdNo: first.IdNo })
    expect(await app.call(restoreCustomer, { CustomerId: first.CustomerId })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.identity_taken' },
    })
  })

  test.each(CustomerStatus.options)(
    'delete customer: a customer with status %s can be deleted only if that status allows a delete',
    async (Status) => {
      const { CustomerId } = await customer(app.db, { Status })
      const expected = { Active: 200, Inactive: 200, Suspended: 200, Archived: 200, Merged: 409, Deleted: 404 }[Status]
      expect((await app.call(deleteCustomer, { CustomerId })).status).toBe(expected)
    },
  )

  test.each(CustomerStatus.exclude(['Deleted']).options)(
    'delete customer: an undo is refused for a customer with status %s',
    async (Status) => {
      const { CustomerId } = await customer(app.db, { Status })
      expect(await app.call(restoreCustomer, { CustomerId })).toMatchObject({
        status: 409,
        refusal: { message: `Only a deleted customer can be restored. Status: ${Status}` },
      })
    },
  )

  test.each([
    [5, 0],
    [0, 5],
  ])('delete customer: a customer with %i points or %i in arrears cannot be deleted', async (lots, arrears) => {
    const { CustomerId, MembershipNo } = await registered(app.db)
    await app.sql(
      'insert into point_balance (membership_no, lots_remaining, arrears) values ($1, $2, $3)',
      MembershipNo,
      lots,
      arrears,
    )
    expect(await app.call(deleteCustomer, { CustomerId })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.has_points' },
    })
  })
})

describe('customers of another outlet', () => {
  test('customers of another outlet: staff can update them but can neither suspend nor delete them', async () => {
    const { CustomerId, MembershipNo } = await registered(app.db, { RegisteredOutletCode: 'PAV' })
    await app.call(lookupMember, { Typed: MembershipNo }, outletStaff)
    expect(await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Mei' }, outletStaff)).toMatchObject(
      { status: 200 },
    )
    const foreign = { status: 403, refusal: { message: 'Only the outlet of registration or head office can do this' } }
    const status = { CustomerId, Version: 2, Status: 'Suspended' as const, Reason: 'x' }
    expect(await app.call(updateCustomerStatus, status, outletStaff)).toMatchObject(foreign)
    expect(await app.call(deleteCustomer, { CustomerId }, outletStaff)).toMatchObject(foreign)
    expect(
      await app.call(updateMembership, { MembershipNo, Version: 1, Status: 'Inactive' }, outletStaff),
    ).toMatchObject(foreign)
    expect(await app.call(deleteMembership, { MembershipNo }, outletStaff)).toMatchObject(foreign)
    await app.call(deleteCustomer, { CustomerId }, hq)
    expect(await app.call(restoreCustomer, { CustomerId }, outletStaff)).toMatchObject(foreign)
  })
})

describe('reveal of an identity number', () => {
  const allowed = staffWith({ roles: ['Customer'], privileges: ['View Identity Number'] })

  test('reveal identity number: the reply contains the full number, and user and reason are recorded', async () => {
    const { CustomerId } = await customer(app.db, { IdType: 'NRIC', IdNo: '880808088888' })
    const reply = await app.call(revealIdentity, { CustomerId, Reason: 'Gift collection' }, allowed)
    expect(reply.body).toEqual({ CustomerId, IdType: 'NRIC', IdNo: '880808088888' })
    const log = await app.sql<{ log_text: string; updated_by_id: string }>(
      'select log_text, updated_by_id from audit_log where object_id = $1',
      String(CustomerId),
    )
    expect(log).toEqual([
      {
        log_text: `Reveal Identity Number in Customer. CustomerId - ${CustomerId}. Gift collection`,
        updated_by_id: expect.anything(),
      },
    ])
  })

  test('reveal identity number: a request without a reason reveals and records nothing', async () => {
    const { CustomerId } = await customer(app.db, { IdType: 'NRIC', IdNo: '880808088889' })
    for (const Reason of [undefined, '', '   ', null])
      expect(await app.call(revealIdentity, { CustomerId, Reason } as never, allowed)).toMatchObject({
        status: 400,
        refusal: { details: [{ path: 'Reason' }] },
      })
    expect(await app.sql('select 1 from audit_log where object_id = $1', String(CustomerId))).toEqual([])
  })

  test('reveal identity number: the caller needs the privilege in addition to the role', async () => {
    const { CustomerId } = await customer(app.db)
    expect(await app.call(revealIdentity, { CustomerId, Reason: 'Gift collection' }, outletStaff)).toMatchObject({
      status: 403,
    })
    expect(
      await app.call(
        revealIdentity,
        { CustomerId, Reason: 'Gift collection' },
        staffWith({ privileges: ['View Identity Number'] }),
      ),
    ).toMatchObject({ status: 403 })
  })

  test('reveal identity number: a customer without a number gives 409, a deleted customer 404', async () => {
    const withoutIdentity = await customer(app.db, { IdType: null, IdNo: null, IdNotGivenYN: 'Y' })
    const deletedCustomer = await customer(app.db, { Status: 'Deleted' })
    expect(
      await app.call(revealIdentity, { CustomerId: withoutIdentity.CustomerId, Reason: 'Gift collection' }, hq),
    ).toMatchObject({
      status: 404,
      refusal: { code: 'customers.identity_not_given' },
    })
    expect(
      await app.call(revealIdentity, { CustomerId: deletedCustomer.CustomerId, Reason: 'Gift collection' }, hq),
    ).toMatchObject({
      status: 404,
      refusal: { code: 'customers.not_found' },
    })
  })
})
