import { describe, expect, test } from 'vitest'
import { CustomerStatus } from '#areas/customers/contract/customers.ts'
import { customer, registered } from '#tests/factories/customers.ts'
import { cardGroup, category, createCardGroup, membership } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { lookupMember } from '../contract/counter.ts'
import {
  addMembership,
  deleteMembership,
  getMembership,
  listMembershipBalances,
  restoreMembership,
  updateMembership,
} from '../contract/memberships.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })

describe('adding a membership', () => {
  test('add membership: a membership is added in the chosen card group', async () => {
    const { CustomerId } = await registered(app.db)
    const group = await createCardGroup(app.db)
    const reply = await app.call(addMembership, { CustomerId, CardGroupId: group.GroupId }, outletStaff)
    expect(reply).toMatchObject({
      status: 201,
      body: {
        CardGroupName: group.Name,
        Status: 'Active',
        MemberType: 'Non-Premium Member',
        JoinDate: '2026-05-10',
        Balance: { PointBalance: 0 },
        Upgrade: null,
      },
    })
  })

  test('add membership: of twenty concurrent calls for one customer one succeeds', async () => {
    await cardGroup(app.db)
    const { CustomerId } = await customer(app.db)
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.call(addMembership, { CustomerId })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409).map(({ refusal }) => refusal.code)).toEqual(
      Array(19).fill('memberships.already_active'),
    )
    expect(await app.sql('select 1 from membership where customer_id = $1', CustomerId)).toHaveLength(1)
  })

  test.each(CustomerStatus.options)(
    'add membership: a customer who is %s can get another membership only while Active',
    async (Status) => {
      const { CustomerId } = await customer(app.db, { Status })
      expect((await app.call(addMembership, { CustomerId })).status).toBe(
        { Active: 201, Deleted: 404 }[Status as string] ?? 409,
      )
    },
  )

  test.each(['Inactive', 'Deleted'] as const)('add membership: a card group that is %s is refused', async (Status) => {
    const { CustomerId } = await customer(app.db)
    const { GroupId } = await createCardGroup(app.db, { Status })
    expect(await app.call(addMembership, { CustomerId, CardGroupId: GroupId })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.group_unknown' },
    })
  })

  test('add membership: without a card group in the request, the one in the settings or the first one is used', async () => {
    const requested = await createCardGroup(app.db, { Name: 'Bridal Club' })
    const before = await app.call(addMembership, { CustomerId: (await customer(app.db)).CustomerId })
    await app.sql(`insert into setting (name, value) values ('membership.defaultCardGroup', '"Bridal Club"')`)
    const after = await app.call(addMembership, { CustomerId: (await customer(app.db)).CustomerId })
    await app.sql(`delete from setting where name = 'membership.defaultCardGroup'`)
    expect([before.body.CardGroupName, after.body.CardGroupId]).toEqual(['Jewel Club', requested.GroupId])
  })
})

describe('reading and updating memberships', () => {
  test('membership: the number is accepted in any spelling, and the reply has the customer with a masked identity number', async () => {
    const member = await registered(app.db, {
      FullName: 'TAN MEI LING',
      IdType: 'NRIC',
      IdNo: '900101105556',
      RegisteredOutletCode: 'PAV',
    })
    await app.call(lookupMember, { Typed: member.MembershipNo }, outletStaff)
    const reply = await app.call(
      getMembership,
      { mbsno: member.MembershipNo.toLowerCase().replace('jc', 'jc-') },
      outletStaff,
    )
    expect(reply.body).toMatchObject({
      MembershipNo: member.MembershipNo,
      Name: 'TAN MEI LING',
      RegisteredOutletCode: 'PAV',
      Customer: { IdNo: '******-**-5556', FullName: 'TAN MEI LING' },
    })
    expect(await app.call(getMembership, { mbsno: member.MembershipNo }, systemWith('members:read'))).toMatchObject({
      status: 200,
    })
    expect(await app.call(getMembership, { mbsno: 'JC1' })).toMatchObject({
      status: 404,
      refusal: { message: 'Customer Membership Not Found' },
    })
  })

  test('membership balance: the reply has available, pending and owed points', async () => {
    const { MembershipNo } = await registered(app.db)
    await app.sql(
      'insert into point_balance (membership_no, lots_remaining, arrears, total_points_earned) values ($1, 180, 30, 200)',
      MembershipNo,
    )
    const insertLot = (sequence: number, points: number, from: string, until: string | null) =>
      app.sql(
        `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date, object_type, object_value, source_key)
         values ($1, $2, 'Earn', $3, $3, '2026-05-01', '2026-05-01', $4, $5, 'Transaction', 'x', $6)`,
        MembershipNo,
        sequence,
        points,
        from,
        until,
        `balance-${MembershipNo}-${sequence}`,
      )
    await insertLot(1, 100, '2026-05-01', '2026-05-10')
    await insertLot(2, 20, '2026-05-01', null)
    await insertLot(3, 10, '2026-05-01', '2026-05-09')
    await insertLot(4, 50, '2026-05-11', '2028-05-31')

    const reply = await app.call(listMembershipBalances, { MembershipNo }, outletStaff)
    expect(reply.body).toMatchObject({
      count: 1,
      rows: [
        {
          BalanceType: 'Jewel Club Points',
          // The total excludes the 10 points that have expired.
          PointBalance: 140,
          Available: 90,
          Pending: 50,
          Arrears: 30,
          TotalPointsEarned: 200,
        },
      ],
    })
    expect((await app.call(listMembershipBalances, { MembershipNo, Search: { BalanceType: 'Miles' } })).body).toEqual({
      count: 0,
      rows: [],
    })
    expect(await app.call(listMembershipBalances, { MembershipNo: 'JC1' })).toMatchObject({ status: 404 })
  })

  test.each(CustomerStatus.options)(
    'membership: a membership that is %s can be suspended unless it is archived, merged or deleted',
    async (Status) => {
      const { MembershipNo } = await registered(app.db, {}, { Status })
      const reply = await app.call(updateMembership, {
        MembershipNo,
        Version: 1,
        Status: 'Suspended',
        Reason: 'Lost card',
      })
      expect(reply.status).toBe(
        { Active: 200, Inactive: 200, Suspended: 200, Archived: 409, Merged: 409, Deleted: 404 }[Status],
      )
    },
  )

  test('membership: a membership of a suspended customer cannot be made active', async () => {
    const { MembershipNo } = await registered(app.db, { Status: 'Suspended' }, { Status: 'Suspended' })
    expect(await app.call(updateMembership, { MembershipNo, Version: 1, Status: 'Active' })).toMatchObject({
      status: 409,
      refusal: { message: 'The membership cannot be activated. Status of the customer: Suspended' },
    })
  })

  test('membership: a customer has at most one Active membership in a card group', async () => {
    const { CustomerId } = await registered(app.db)
    const second = await membership(app.db, { CustomerId, Status: 'Inactive' })
    expect(
      await app.call(updateMembership, { MembershipNo: second.MembershipNo, Version: 1, Status: 'Active' }),
    ).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.already_active' },
    })
  })

  test('update membership: of two concurrent updates one is refused, and its error contains the other’s result', async () => {
    const { MembershipNo } = await registered(app.db)
    const replies = await Promise.all(
      (['Inactive', 'Suspended'] as const).map((Status) =>
        app.call(updateMembership, { MembershipNo, Version: 1, Status }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('deleting a membership', () => {
  test('delete membership: one of two memberships can be deleted, and restored for 30 seconds', async () => {
    const { CustomerId } = await registered(app.db)
    const second = await membership(app.db, {
      CustomerId,
      CardGroupId: (await createCardGroup(app.db)).GroupId,
      Status: 'Inactive',
    })
    const { MembershipNo } = second
    expect(await app.call(deleteMembership, { MembershipNo }, outletStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
    expect(await app.call(getMembership, { mbsno: MembershipNo }, outletStaff)).toMatchObject({ status: 404 })
    expect(await app.call(restoreMembership, { MembershipNo }, outletStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Inactive' },
    })
    await app.call(deleteMembership, { MembershipNo })
    app.clock.advance(31)
    expect(await app.call(restoreMembership, { MembershipNo })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.undo_over' },
    })
  })

  test('delete membership: the only membership, a membership with points and a merged membership cannot be deleted', async () => {
    const only = await registered(app.db)
    expect(await app.call(deleteMembership, { MembershipNo: only.MembershipNo })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.last_one' },
    })
    await app.sql('insert into point_balance (membership_no, lots_remaining) values ($1, 7)', only.MembershipNo)
    expect(await app.call(deleteMembership, { MembershipNo: only.MembershipNo })).toMatchObject({
      status: 409,
      refusal: { params: { Points: 7 } },
    })
    const merged = await registered(app.db, {}, { Status: 'Merged' })
    expect(await app.call(deleteMembership, { MembershipNo: merged.MembershipNo })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.not_editable' },
    })
    expect(await app.call(restoreMembership, { MembershipNo: merged.MembershipNo })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.not_deleted' },
    })
  })
})

test('membership numbers: two hundred concurrent registrations get different numbers', async () => {
  const rows = await Promise.all(
    Array.from({ length: 200 }, () => app.sql<{ no: string }>('select next_membership_no() as no')),
  )
  const numbers = rows.map(([row]) => row!.no)
  expect(new Set(numbers).size).toBe(200)
  expect(numbers.every((no) => /^JC\d{9}$/.test(no))).toBe(true)
})

test.each([
  ['7992739871', 3],
  ['00000000', 0],
  ['00000001', 8],
])('membership numbers: the check digit of %s is %i', async (digits, digit) => {
  expect(await app.sql('select luhn_check_digit($1) as digit', digits)).toEqual([{ digit }])
})

test('membership: a premium membership has its card category', async () => {
  const platinum = await category(app.db, { Name: 'Platinum', Color: '#8e9aaf' })
  const { MembershipNo } = await registered(
    app.db,
    { MemberType: 'Premium Member' },
    { MemberType: 'Premium Member', CardCategoryCode: platinum.Code },
  )
  expect((await app.call(getMembership, { mbsno: MembershipNo }, hq)).body).toMatchObject({
    CardCategoryCode: platinum.Code,
    CardCategoryName: 'Platinum',
    Color: '#8e9aaf',
  })
  expect(await app.call(getMembership, { mbsno: MembershipNo }, staffWith({ roles: ['Settings'] }))).toMatchObject({
    status: 403,
  })
})
