import { beforeAll, describe, expect, test } from 'vitest'
import { CustomerStatus, listCustomers, updateCustomer } from '#areas/customers/contract/customers.ts'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { customer, registered } from '#tests/factories/customers.ts'
import { cardGroup, membership, newCardGroup } from '#tests/factories/memberships.ts'
import { earningRules, line } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { archiveMember, listArchivedMembers, listInactiveMembers, reactivateMember } from '../../contract/archive.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  await cardGroup(app.db)
  await earningRules(app.db)
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
  test('are those who joined, bought and were heard of longer ago than the setting says', async () => {
    const quiet = await longGone()
    const bought = await longGone()
    const agreed = await longGone()
    const joined = await longGone()
    const other = await newCardGroup(app.db)
    await membership(app.db, { CustomerId: joined.CustomerId, CardGroupId: other.GroupId, JoinDate: '2025-06-01' })
    const young = await registered(app.db, { CreatedAt: '2025-01-01T00:00:00Z' }, { JoinDate: '2025-01-01' })
    await sale(bought.MembershipNo, 'INACTIVE-1', '2025-11-02T10:00:00')
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Email', 'Y', '1', 'Phone', '2025-02-02')`,
      agreed.CustomerId,
    )
    const shown = await Promise.all(
      [quiet, bought, agreed, joined, young].map(({ CustomerId }) => isListed(CustomerId)),
    )
    expect(shown).toEqual([true, false, false, false, false])
  })

  test('who only an import spoke for are inactive all the same', async () => {
    const { CustomerId } = await longGone()
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Email', 'Y', '1', 'Import', '2026-02-02')`,
      CustomerId,
    )
    expect(await isListed(CustomerId)).toBe(true)
  })

  test('obey the setting the moment it changes, and a filter can only ask for longer', async () => {
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

  test('with points are shown only when they are asked for', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await givePoints(MembershipNo)
    expect(await isListed(CustomerId)).toBe(false)
    expect(await isListed(CustomerId, { WithPointsYN: 'Y' })).toBe(true)
  })

  test('of other outlets are not shown to an outlet', async () => {
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

describe('archiving', () => {
  test('takes the member out of lists and searches, and a look-up at the counter says so', async () => {
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

  test('is refused for who was active meanwhile', async () => {
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

  test('of somebody with points has to be meant; the points stay with their own expiry', async () => {
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

  test('waits for what of the member waits for a decision', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await app.sql(
      `insert into membership_level_history (membership_no, action, reason, status, requested_at) values ($1, 'Upgrade', 'Staff request', 'Pending', now())`,
      MembershipNo,
    )
    expect(await archive(CustomerId)).toMatchObject({ status: 409, refusal: { code: 'data-quality.something_waits' } })
  })

  test.each(CustomerStatus.options)('of a customer who is %s', async (Status) => {
    const { CustomerId } = await customer(app.db, { Status, CreatedAt: LONG_AGO })
    const expected = { Active: 200, Inactive: 200, Suspended: 200, Archived: 409, Merged: 409, Deleted: 404 }[Status]
    expect((await archive(CustomerId)).status).toBe(expected)
  })

  test('a record that somebody else changed is not archived unseen', async () => {
    const { CustomerId } = await longGone()
    await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Mei' })
    expect(await archive(CustomerId)).toMatchObject({ status: 409, refusal: { code: 'kit.stale' } })
  })

  test('an archived customer has to be brought back before he can be changed', async () => {
    const { CustomerId } = await longGone()
    await archive(CustomerId)
    expect(await app.call(updateCustomer, { CustomerId, Version: 2, PreferredName: 'Mei' })).toMatchObject({
      status: 409,
      refusal: { message: 'The customer cannot be changed. Status: Archived' },
    })
  })
})

describe('bringing back', () => {
  test('gives customer and memberships the status they had', async () => {
    const { CustomerId } = await longGone({ Status: 'Suspended' }, { Status: 'Suspended' })
    const other = await newCardGroup(app.db)
    await membership(app.db, { CustomerId, CardGroupId: other.GroupId, Status: 'Inactive', JoinDate: '2021-06-01' })
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

  test('happens by itself with the next purchase, which earns like any other', async () => {
    const { CustomerId, MembershipNo } = await longGone()
    await archive(CustomerId)
    expect(await sale(MembershipNo, 'BACK-1')).toMatchObject({ status: 201 })
    expect(await statuses(CustomerId)).toEqual(['Active', 'Active'])
    const [record] = await app.sql('select reactivated_how from archived_member where customer_id = $1', CustomerId)
    expect(record).toEqual({ reactivated_how: 'Purchase' })
  })

  test('is done once by many who press at the same time', async () => {
    const { CustomerId } = await longGone()
    await archive(CustomerId)
    const replies = await Promise.all([1, 2, 3, 4].map(() => app.call(reactivateMember, { CustomerId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('needs the role', async () => {
    const { CustomerId } = await longGone()
    expect((await archive(CustomerId, {}, outletStaff)).status).toBe(403)
    expect((await app.call(reactivateMember, { CustomerId }, outletStaff)).status).toBe(403)
  })
})

test('a sale that is entered while its member is being archived leaves no sale with somebody in the archive', async () => {
  for (let round = 0; round < 8; round++) {
    const { CustomerId, MembershipNo } = await longGone()
    const [sold, put] = await Promise.all([sale(MembershipNo, `RACE-${round}`), archive(CustomerId)])
    expect(sold.status).toBe(201)
    expect([200, 409]).toContain(put.status)
    expect(await statuses(CustomerId)).toEqual(['Active', 'Active'])
  }
})

test('sales and staff who bring one member back at the same time do not wait for each other in a circle', async () => {
  for (let round = 0; round < 5; round++) {
    const { CustomerId, MembershipNo } = await longGone()
    await archive(CustomerId)
    const [pressed, ...sold] = await Promise.all([
      app.call(reactivateMember, { CustomerId }),
      ...[1, 2, 3].map((place) => sale(MembershipNo, `CIRCLE-${round}-${place}`)),
    ])
    expect(sold.map(({ status }) => status)).toEqual([201, 201, 201])
    expect([200, 409]).toContain(pressed.status)
    expect(await statuses(CustomerId)).toEqual(['Active', 'Active'])
  }
})
