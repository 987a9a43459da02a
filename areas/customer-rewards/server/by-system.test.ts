import { beforeAll, describe, expect, test } from 'vitest'
import { batchSteps } from '#app/server/areas.ts'
import { confirmUpgrade, prepareUpgrade } from '#areas/memberships/contract/upgrade.ts'
import { unmergeMembers } from '#areas/merges/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { category, level, saleOf } from '#tests/factories/memberships.ts'
import { merging } from '#tests/factories/merges.ts'
import { reward, stock } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-05-01T04:00:00Z' })
const { merge } = merging(app)
const manager = staffWith({ roles: ['Cancel Redeem Rewards'] })

const nightly = (date?: string) => runNightlyBatch(jobContext(app), batchSteps, date)
const held = async ({ CustomerId }: { CustomerId: number }) =>
  (await app.call(contract.listCustomerRewards, { Search: { CustomerId } }, hq)).body.rows
const rewardsOf = async (person: { CustomerId: number }) => (await held(person)).map(({ RewardCode }) => RewardCode)

/** Ends what other tests offer: all Active rewards of a type are given. */
const only = async (Type: 'Birthday' | 'New Member', values: Parameters<typeof reward>[1] = {}) => {
  await app.sql(`update reward set status = 'Inactive' where type = $1`, Type)
  return reward(app.db, {
    Type,
    ValidityMode: Type === 'Birthday' ? 'End of birthday month' : 'Days after issue',
    ...values,
  })
}

/** A member who has been on file for years. */
async function known(options: Parameters<typeof member>[1] = {}) {
  const made = await member(app.db, options)
  await app.sql(`update customer set created_at = '2020-01-01' where customer_id = $1`, made.CustomerId)
  return made
}
const night = async (date: string) => {
  app.clock.set(`${date}T00:10:00+08:00`)
  await nightly()
}

describe('the birthday reward', () => {
  test('is given by the night of the first of the month, once, however often and however many nights run', async () => {
    const gift = await only('Birthday')
    const [may, june] = [await known({ birthDate: '1990-05-17' }), await known({ birthDate: '1985-06-01' })]
    await night('2026-04-30')
    expect(await rewardsOf(may)).toEqual([])
    await night('2026-05-01')
    await Promise.all([nightly(), nightly(), nightly()])
    await night('2026-05-02')
    expect(await held(may)).toMatchObject([
      {
        RewardCode: gift.Code,
        Type: 'Birthday',
        Status: 'Active',
        Period: '2026',
        ValidityFrom: '2026-05-01',
        ValidityTo: '2026-05-31',
      },
    ])
    expect(await rewardsOf(june)).toEqual([])
  })

  test('is given again in the next year, and is told to its member’s history', async () => {
    const gift = await only('Birthday')
    const who = await known()
    await night('2026-05-01')
    await night('2027-05-01')
    expect((await held(who)).map(({ RewardCode, Period }) => [RewardCode, Period])).toEqual([
      [gift.Code, '2027'],
      [gift.Code, '2026'],
    ])
    const [added] = await app.sql(
      `select count(*)::int as rows from audit_record where object_type = 'CustomerReward' and object_id = $1`,
      (await held(who))[0]!.ReferenceCode,
    )
    expect(added).toEqual({ rows: 1 })
  })

  test('is given later to those whose night was missed, who were suspended, or whose date of birth was too new', async () => {
    await only('Birthday')
    const [missed, suspended, person, recent] = [
      await known(),
      await known({ status: 'Suspended' }),
      await known({ customerStatus: 'Inactive' }),
      await known(),
    ]
    await app.sql(`update customer set created_at = '2026-04-10T04:00:00Z' where customer_id = $1`, recent.CustomerId)
    await night('2026-05-04')
    const all = async () =>
      Promise.all([missed, suspended, person, recent].map(async (who) => (await held(who)).length))
    expect(await all()).toEqual([1, 0, 0, 0])
    await app.sql(`update membership set status = 'Active' where membership_no = $1`, suspended.MembershipNo)
    await app.sql(`update customer set status = 'Active' where customer_id = $1`, person.CustomerId)
    await night('2026-05-11')
    expect(await all()).toEqual([1, 1, 1, 1])
    await night('2026-05-31')
    expect(await all()).toEqual([1, 1, 1, 1])
  })

  test('of 29 February is given in February of every year', async () => {
    await only('Birthday')
    const who = await known({ birthDate: '1992-02-29' })
    await night('2027-02-01')
    await night('2028-02-01')
    expect((await held(who)).map(({ ValidityTo }) => ValidityTo)).toEqual(['2028-02-29', '2027-02-28'])
  })

  test('follows the calendar on the wall of the shops, whatever the day is in UTC', async () => {
    await only('Birthday')
    const who = await known({ birthDate: '1985-06-30' })
    app.clock.set('2026-05-31T15:50:00Z')
    await nightly()
    expect(await rewardsOf(who)).toEqual([])
    app.clock.set('2026-05-31T16:10:00Z')
    await nightly()
    expect(await held(who)).toMatchObject([{ ValidityFrom: '2026-06-01' }])
  })

  test('is given to those whom the reward is for: valid that day, of the category, of the outlet, and as long as there is one', async () => {
    const silver = await known({ birthDate: '1990-07-01' })
    const gold = await known({ birthDate: '1990-07-02', category: 'GOLD' })
    const elsewhere = await known({ birthDate: '1990-07-03', outlet: 'PAV' })
    const forGold = await only('Birthday', { CardCategories: ['GOLD'] })
    const forPav = await reward(app.db, { Type: 'Birthday', ValidityMode: 'End of birthday month' })
    await app.sql(
      `insert into reward_object (reward_id, object_type, object_value) values ($1, 'Building', 'PAV')`,
      forPav.RewardId,
    )
    await reward(app.db, { Type: 'Birthday', ValidFrom: '2026-08-01' })
    await reward(app.db, { Type: 'Birthday', ValidTo: '2026-06-30' })
    await reward(app.db, { Type: 'Birthday', Status: 'Draft' })
    const two = await reward(app.db, { Type: 'Birthday', TotalLimit: 2 })
    const stocked = await reward(app.db, { Type: 'Birthday' })
    await stock(app.db, stocked.RewardId, null, 1)
    await night('2026-07-01')
    const given = await Promise.all([silver, gold, elsewhere].map(rewardsOf))
    expect(given.map((codes) => codes.filter((code) => [forGold.Code, forPav.Code].includes(code)))).toEqual([
      [],
      [forGold.Code],
      [forPav.Code],
    ])
    const counted = given.flat()
    expect(counted.filter((code) => code === two.Code)).toHaveLength(2)
    expect(counted.filter((code) => code === stocked.Code)).toHaveLength(1)
    expect(counted).toHaveLength(5)
  })

  test('that staff took back is not given again by the next night', async () => {
    await only('Birthday')
    const who = await known({ birthDate: '1990-09-09' })
    await night('2026-09-01')
    const [{ ReferenceCode } = { ReferenceCode: '' }] = await held(who)
    expect(
      (await app.call(contract.cancelRedeem, { ReferenceCode, Reason: 'A wrong date of birth' }, manager)).status,
    ).toBe(200)
    await night('2026-09-02')
    expect(await held(who)).toMatchObject([{ Status: 'Cancelled' }])
  })

  test('is one for one person: with two memberships, merged, and apart again', async () => {
    await only('Birthday')
    const [one, other] = [await known({ birthDate: '1990-10-01' }), await known({ birthDate: '1990-10-01' })]
    await app.sql(
      `insert into membership (membership_no, customer_id, card_group_id, member_type, status, join_date)
       select next_membership_no(), customer_id, (select max(group_id) from card_group), 'Non-Premium Member', 'Active', '2025-01-01'
       from customer where customer_id = $1 and (select count(*) from card_group) > 1`,
      one.CustomerId,
    )
    await night('2026-10-01')
    expect(await Promise.all([one, other].map(async (who) => (await held(who)).length))).toEqual([1, 1])
    const MergeId = await merge(one, other)
    await night('2026-10-02')
    expect((await held(one)).length).toBe(1)
    const apart = await app.call(unmergeMembers, { MergeId, Reason: 'Two people after all' })
    expect(apart.status).toBe(200)
    await night('2026-10-03')
    expect(await Promise.all([one, other].map(async (who) => (await held(who)).length))).toEqual([1, 1])
  })
})

describe('the welcome of a new premium member', () => {
  beforeAll(async () => {
    const first = await category(app.db, { Code: 'FIRST', Name: 'First' })
    await level(app.db, first.CardCategoryId, { FirstSalesAmount: '500', CycleMonths: 12 })
  })

  /** A member whose first purchase is enough. */
  async function prepared() {
    const person = await registered(app.db, { DateOfBirth: '1990-01-01', Gender: 'Female', Email: 'a@b.example' })
    await address(app.db, person.CustomerId)
    const { InvoiceNo } = await saleOf(app.db, person, '600.00')
    const { MembershipNo } = person
    const { body } = await app.call(prepareUpgrade, { MembershipNo, InvoiceNo }, outletStaff)
    return { ...person, Version: body.Version }
  }
  const confirm = ({ MembershipNo, Version }: { MembershipNo: string; Version: number }) =>
    app.call(confirmUpgrade, { MembershipNo, Version }, outletStaff)

  test('is given with the upgrade, once, however many confirm it', async () => {
    app.clock.set('2026-05-10T04:00:00Z')
    const gift = await only('New Member', { MemberType: 'Premium Member' })
    const who = await prepared()
    const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(who)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await held(who)).toMatchObject([
      {
        RewardCode: gift.Code,
        Status: 'Active',
        Period: '2026-05-10',
        ValidityTo: '2026-06-09',
        RedeemedOutletCode: 'KLCC',
      },
    ])
    const [told] = await app.sql<{ text: string }>(
      `select log_text as text from audit_log where object_type = 'CustomerReward' and object_id = $1`,
      (await held(who))[0]!.ReferenceCode,
    )
    expect(told?.text).toContain('Issue Reward in Customer Reward.')
  })

  test('is given once in the life of a member: who falls out and comes back has had it', async () => {
    await only('New Member')
    const who = await prepared()
    await confirm(who)
    await app.sql(
      `update membership set member_type = 'Non-Premium Member', card_category_code = null, cycle_start = null, cycle_end = null where membership_no = $1`,
      who.MembershipNo,
    )
    app.clock.set('2026-08-10T04:00:00Z')
    const { InvoiceNo } = await saleOf(app.db, who, '900.00')
    const again = await app.call(prepareUpgrade, { MembershipNo: who.MembershipNo, InvoiceNo }, outletStaff)
    expect((await confirm({ ...who, Version: again.body.Version })).status).toBe(200)
    expect((await held(who)).length).toBe(1)
  })

  test('never stands in the way of the upgrade: what cannot be given waits, and the nights of a month try it again', async () => {
    app.clock.set('2026-09-10T04:00:00Z')
    const none = await only('New Member')
    const place = await stock(app.db, none.RewardId, 'KLCC', 0)
    const other = await reward(app.db, { Type: 'New Member' })
    const [early, late] = [await prepared(), await prepared()]
    expect((await confirm(early)).status).toBe(200)
    expect(await rewardsOf(early)).toEqual([other.Code])
    app.clock.set('2026-10-05T04:00:00Z')
    expect((await confirm(late)).status).toBe(200)
    await nightly()
    app.clock.set('2026-10-11T04:00:00Z')
    await nightly()
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at) values ($1, 'Receive', 5, 'test', now())`,
      place,
    )
    await Promise.all([nightly(), nightly(), nightly()])
    expect(await rewardsOf(early)).toEqual([other.Code])
    expect((await rewardsOf(late)).sort()).toEqual([none.Code, other.Code].sort())
    expect(await app.sql('select status, count(*)::int from reward_waiting group by 1 order by 1')).toEqual([
      { status: 'Closed', count: 1 },
      { status: 'Given', count: 1 },
    ])
  })
})

describe('winners and top spenders', () => {
  test('are tried first, and told one by one who would have the reward and who would not; then they have it, once', async () => {
    app.clock.set('2026-05-10T04:00:00Z')
    const prize = await reward(app.db, { Type: 'Contest', TotalLimit: 2 })
    const [one, two, suspended, last] = [
      await member(app.db),
      await member(app.db),
      await member(app.db, { status: 'Suspended' }),
      await member(app.db),
    ]
    const MembershipNos = [one, two, suspended, last].map(({ MembershipNo }) => MembershipNo).concat('JC999999999')
    const issue = (DryRunYN: 'Y' | 'N') =>
      app.call(contract.issueRewards, { RewardId: prize.RewardId, MembershipNos, Period: 'Raya 2026', DryRunYN }, hq)
    const said = ({ body }: Awaited<ReturnType<typeof issue>>) =>
      Object.fromEntries(body.rows.map(({ MembershipNo, Refusal }) => [MembershipNo, Refusal?.code ?? null]))
    const expected = {
      [one.MembershipNo]: null,
      [two.MembershipNo]: null,
      [suspended.MembershipNo]: 'customer-rewards.customer_not_active',
      [last.MembershipNo]: 'rewards.limit_reached',
      JC999999999: 'customer-rewards.member_not_found',
    }
    const tried = await issue('Y')
    expect([tried.body.Issued, said(tried)]).toEqual([2, expected])
    expect(tried.body.rows.every(({ ReferenceCode }) => ReferenceCode === null)).toBe(true)
    expect(await held(one)).toEqual([])

    const done = await issue('N')
    expect([done.body.Issued, said(done)]).toEqual([2, expected])
    expect(await held(one)).toMatchObject([{ Period: 'Raya 2026', Type: 'Contest' }])
    const again = await issue('N')
    expect([again.body.Issued, said(again)[one.MembershipNo]]).toEqual([0, 'customer-rewards.issued_already'])
  })
})
