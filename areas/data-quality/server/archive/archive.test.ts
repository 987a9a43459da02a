import { beforeAll, describe, expect, test } from 'vitest'
import { CustomerStatus, listCustomers, updateCustomer } from '#areas/customers/contract/customers.ts'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { customer, registered } from '#tests/factories/customers.ts'
import { cardGroup, createCardGroup, membership } from '#tests/factories/memberships.ts'
import { addEarningRules, line } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { archiveMember, listArchivedMembers, listInactiveMembers, reactivateMember } from '../../contract/archive.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  await cardGroup(app.db)
  await addEarningRules(app.db)
})

const LONG_AGO = '2021-03-01T04:00:00Z'
type Options = Parameters<typeof registered>[1]
const longGone = (overrides: Options = {}, card: Parameters<typeof registered>[2] = {}) =>
  registered(app.db, { CreatedAt: LONG_AGO, ...overrides }, { JoinDate: '2021-03-01', ...card })
const archive = (CustomerId: number, more: object = {}, as = hq) =>
  app.call(archiveMember, { CustomerId, Version: 1, ...more }, as)
const isListed = async (CustomerId: number, Search: object = {}) => {
  const { body } = await app.call(listInactiveMembers, { Rows: 1000, Search: { ...Search } })
  return body.rows.some((row) => row.CustomerId === CustomerId)
}
const statuses = async (CustomerId: number) => {
  const [person] = await app.sql<{ status: string }>('select status from customer where customer_id = $1', CustomerId)
  const cards = await app.sql<{ status: string }>(
    'select status from membership where customer_id = $1 order by membership_no',
    CustomerId,
  )
  return [person!.status, ...cards.map(({ status }) => status)]
}
const sale = (MembershipNo: string, InvoiceNo: string, PerformedAt?: string) =>
  app.call(addTransaction, {
    TransactionType: 'N',
    InvoiceNo,
    MembershipNo,
    OutletCode: 'KLCC',
    Details: [line('100')],
    ...(PerformedAt && { PerformedAt }),
  } as never)

describe('inactive members', () => {
  test('inactive members: a member is inactive if joining, last purchase and last contact are older than the set months', async () => {
    const quiet = await longGone()
    const buyer = await longGone()
    const agreed = await longGone()
    const joined = await longGone()
    const otherGroup = await createCardGroup(app.db)
    await membership(app.db, { CustomerId: joined.CustomerId, CardGroupId: otherGroup.GroupId, JoinDate: '2025-06-01' })
    const young = await registered(app.db, { CreatedAt: '2025-01-01T00:00:00Z' }, { JoinDate: '2025-01-01' })
    await sale(buyer.MembershipNo, 'INACTIVE-1', '2025-11-02T10:00:00')
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Email', 'Y', '1', 'Phone', '2025-02-02')`,
      agreed.CustomerId,
    )
    const listed = await Promise.all(
      [quiet, buyer, agreed, joined, young].map(({ CustomerId }) => isListed(CustomerId)),
    )
    expect(listed).toEqual([true, false, false, false, false])
  })

  test('inactive members: imported consents do not count as contact', async () => {
    const { CustomerId } = await longGone()
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Email', 'Y', '1', 'Import', '2026-02-02')`,
      CustomerId,
    )
    expect(await isListed(CustomerId)).toBe(true)
  })

  test('inactive members: a changed setting applies at once, and a filter for a shorter period is refused', async () => {
    const { CustomerId } = await longGone({}, { JoinDate: '2024-01-01' })
    expect(await isListed(CustomerId)).toBe(false)
    expect(await app.call(listInactiveMembers, { Search: { Months: 12 } })).toMatchObject({
      status: 409,
      refusal: {
        code: 'data-quality.too_few_months',
        message: 'Members can be archived after 36 months. Enter at least that many',
      },
    })
    await app.sql(`insert into setting (name, value) values ('archive.months', '24')`)
    expect(await isListed(CustomerId)).toBe(true)
    expect(await isListed(CustomerId, { Months: 60 })).toBe(false)
    await app.sql(`delete from setting where name = 'archive.months'`)
  })

  test('inactive members: members with points are listed only if the caller requests them', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await givePoints(MembershipNo)
    expect(await isListed(CustomerId)).toBe(false)
    expect(await isListed(CustomerId, { WithPointsYN: 'Y' })).toBe(true)
  })

  test('inactive members: outlet staff do not see inactive members of other outlets', async () => {
    const { CustomerId } = await longGone({ RegisteredOutletCode: 'PAV' })
    const keeper = staffWith({ roles: ['Archive Member'] })
    const { body } = await app.call(listInactiveMembers, { Rows: 1000 }, keeper)
    expect(body.rows.some((row) => row.CustomerId === CustomerId)).toBe(false)
    expect(await archive(CustomerId, {}, keeper)).toMatchObject({ status: 403, refusal: { code: 'customers.foreign' } })
  })
})

async function givePoints(MembershipNo: string) {
  await app.sql(
    `select credit_points($1, 'Adjust In', 100, jsonb_build_object('Today', '2026-05-10', 'BusinessDate', '2026-05-10', 'EarnedAt', '2021-05-10T00:00:00Z', 'AvailableFrom', '2021-05-10',
      'ObjectType', 'Test', 'ObjectValue', '1', 'SourceKey', 'archive-test:' || $1))`,
    MembershipNo,
  )
}

describe('archiving of members', () => {
  test('archiving: an archived member is in no list or search, and a look-up at the counter shows the status', async () => {
    const { CustomerId, MembershipNo, FullName } = await longGone()
    expect(await archive(CustomerId, { Remark: 'Moved abroad' })).toMatchObject({
      status: 200,
      body: { Status: 'Archived', Version: 2 },
    })
    expect(await statuses(CustomerId)).toEqual(['Archived', 'Archived'])
    expect((await app.call(listCustomers, { Search: { FullName } })).body.count).toBe(0)
    const browsed = (await app.call(lookupMember, { Typed: FullName.slice(0, 9) })).body.rows
    expect(browsed.some((row) => row.CustomerId === CustomerId)).toBe(false)
    expect((await app.call(lookupMember, { Typed: MembershipNo })).body.rows[0]).toMatchObject({ Status: 'Archived' })
    const card = (await app.call(memberCard, { MembershipNo })).body
    expect(card.Warnings[0]).toMatchObject({
      Code: 'archived',
    })
    expect(card.NextActions).toEqual([])
    const { rows } = (await app.call(listArchivedMembers, {})).body
    expect(rows.find((row) => row.CustomerId === CustomerId)).toMatchObject({ Remark: 'Moved abroad' })
  })

  test('archiving: a member with recent activity cannot be archived', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await sale(MembershipNo, 'ACTIVE-1')
    expect(await archive(CustomerId)).toMatchObject({
      status: 409,
      refusal: {
        code: 'data-quality.still_active',
        message: 'Only members without a purchase or contact for 36 months can be archived',
      },
    })
  })

  test('archiving: a member with points is archived only after a confirmation, and the points keep their expiry dates', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await givePoints(MembershipNo)
    expect(await archive(CustomerId)).toMatchObject({
      status: 409,
      refusal: { code: 'data-quality.has_points', params: { Points: 100, Owed: 0 } },
    })
    expect((await archive(CustomerId, { WithPointsYN: 'Y' })).status).toBe(200)
    expect(await app.sql('select points::int from point_balance where membership_no = $1', MembershipNo)).toEqual([
      { points: 100 },
    ])
  })

  test('archiving: a member with a pending request cannot be archived', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await app.sql(
      `insert into membership_level_history (membership_no, action, reason, status, requested_at) values ($1, 'Upgrade', 'Staff request', 'Pending', now())`,
      MembershipNo,
    )
    expect(await archive(CustomerId)).toMatchObject({ status: 409, refusal: { code: 'data-quality.something_waits' } })
  })

  test.each(CustomerStatus.options)(
    'archiving: a customer with status %s is archived only if that status is Active, Inactive or Suspended',
    async (Status) => {
      const { CustomerId } = await customer(app.db, { Status, CreatedAt: LONG_AGO })
      const expected = { Active: 200, Inactive: 200, Suspended: 200, Archived: 409, Merged: 409, Deleted: 404 }[Status]
      expect((await archive(CustomerId)).status).toBe(expected)
    },
  )

  test('archiving: a record that another user has changed in the meantime is refused as stale', async () => {
    const { CustomerId } = await longGone()
    await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Mei' })
    expect(await archive(CustomerId)).toMatchObject({ status: 409, refusal: { code: 'kit.stale' } })
  })

  test('archiving: an archived customer must be reactivated before any change', async () => {
    const { CustomerId } = await longGone()
    await archive(CustomerId)
    expect(await app.call(updateCustomer, { CustomerId, Version: 2, PreferredName: 'Mei' })).toMatchObject({
      status: 409,
      refusal: { message: 'The customer cannot be changed. Status: Archived' },
    })
  })
})

describe('reactivation of archived members', () => {
  test('reactivation: customer and memberships get the statuses they had before archiving', async () => {
    const { CustomerId } = await longGone({ Status: 'Suspended' }, { Status: 'Suspended' })
    const otherGroup = await createCardGroup(app.db)
    await membership(app.db, {
      CustomerId,
      CardGroupId: otherGroup.GroupId,
      Status: 'Inactive',
      JoinDate: '2021-06-01',
    })
    const before = await statuses(CustomerId)
    await archive(CustomerId)
    expect(await statuses(CustomerId)).toEqual(['Archived', 'Archived', 'Archived'])
    expect(await app.call(reactivateMember, { CustomerId })).toMatchObject({
      status: 200,
      body: { Status: 'Suspended' },
    })
    expect(await statuses(CustomerId)).toEqual(before)
    expect(await app.call(reactivateMember, { CustomerId })).toMatchObject({
      status: 409,
      refusal: { code: 'data-quality.not_archived' },
    })
  })

  test('reactivation: the next purchase reactivates the customer and earns points as usual', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await archive(CustomerId)
    expect(await sale(MembershipNo, 'BACK-1')).toMatchObject({ status: 201 })
    expect(await statuses(CustomerId)).toEqual(['Active', 'Active'])
    const [record] = await app.sql('select reactivated_how from archived_member where customer_id = $1', CustomerId)
    expect(record).toEqual({ reactivated_how: 'Purchase' })
  })

  test('reactivation: of several concurrent reactivations one takes effect', async () => {
    const { CustomerId } = await longGone()
    await archive(CustomerId)
    const replies = await Promise.all([1, 2, 3, 4].map(() => app.call(reactivateMember, { CustomerId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('reactivation: staff without the role cannot reactivate a member', async () => {
    const { CustomerId } = await longGone()
    expect((await archive(CustomerId, {}, outletStaff)).status).toBe(403)
    expect((await app.call(reactivateMember, { CustomerId }, outletStaff)).status).toBe(403)
  })
})

test('archiving with a concurrent sale: the sale is stored and the member is Active afterwards', async () => {
  for (let round = 0; round < 8; round++) {
    const { CustomerId, MembershipNo } = await longGone()
    const [saleReply, archiveReply] = await Promise.all([sale(MembershipNo, `RACE-${round}`), archive(CustomerId)])
    expect(saleReply.status).toBe(201)
    expect([200, 409]).toContain(archiveReply.status)
    expect(await statuses(CustomerId)).toEqual(['Active', 'Active'])
  }
})

test('reactivation: concurrent sales and a reactivation by staff do not deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const { CustomerId, MembershipNo } = await longGone()
    await archive(CustomerId)
    const [pressed, ...saleReply] = await Promise.all([
      app.call(reactivateMember, { CustomerId }),
      ...[1, 2, 3].map((number) => sale(MembershipNo, `CIRCLE-${round}-${number}`)),
    ])
    expect(saleReply.map(({ status }) => status)).toEqual([201, 201, 201])
    expect([200, 409]).toContain(pressed.status)
    expect(await statuses(CustomerId)).toEqual(['Active', 'Active'])
  }
})
