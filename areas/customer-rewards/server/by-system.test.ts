import { beforeAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { confirmUpgrade, prepareUpgrade } from '#areas/memberships/contract/upgrade.ts'
import { unmergeMembers } from '#areas/merges/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { category, level, toSale } from '#tests/factories/memberships.ts'
import { merging } from '#tests/factories/merges.ts'
import { reward, stock } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-05-01T04:00:00Z' })
const { merge } = merging(app)
const manager = staffWith({ roles: ['Cancel Redeem Rewards'] })

const runNightly = (date?: string) => runNightlyBatch(jobContext(app), nightlyBatchSteps, date)
const customerRewardsOf = async ({ CustomerId }: { CustomerId: number }) =>
  (await app.call(contract.listCustomerRewards, { Search: { CustomerId } }, hq)).body.rows
const rewardCodesOf = async (person: { CustomerId: number }) =>
  (await customerRewardsOf(person)).map(({ RewardCode }) => RewardCode)

/** Creates a reward and deactivates the other rewards of its type, because the batch gives all Active ones. */
const onlyRewardOfType = async (Type: 'Birthday' | 'New Member', values: Parameters<typeof reward>[1] = {}) => {
  await app.sql(`update reward set status = 'Inactive' where type = $1`, Type)
  return reward(app.db, {
    Type,
    ValidityMode: Type === 'Birthday' ? 'End of birthday month' : 'Days after issue',
    ...values,
  })
}

/** A member whose date of birth has been on file long enough for birthday rewards. */
async function establishedMember(options: Parameters<typeof member>[1] = {}) {
  const created = await member(app.db, options)
  await app.sql(`update customer set created_at = '2020-01-01' where customer_id = $1`, created.CustomerId)
  return created
}
const runNightOf = async (date: string) => {
  app.clock.set(`${date}T00:10:00+08:00`)
  await runNightly()
}

describe('birthday reward', () => {
  test('birthday reward: repeated nightly batches give the reward once, on the first of the month', async () => {
    const gift = await onlyRewardOfType('Birthday')
    const [may, june] = [
      await establishedMember({ birthDate: '1990-05-17' }),
      await establishedMember({ birthDate: '1985-06-01' }),
    ]
    await runNightOf('2026-04-30')
    expect(await rewardCodesOf(may)).toEqual([])
    await runNightOf('2026-05-01')
    await Promise.all([runNightly(), runNightly(), runNightly()])
    await runNightOf('2026-05-02')
    expect(await customerRewardsOf(may)).toMatchObject([
      {
        RewardCode: gift.Code,
        Type: 'Birthday',
        Status: 'Active',
        Period: '2026',
        ValidityFrom: '2026-05-01',
        ValidityTo: '2026-05-31',
      },
    ])
    expect(await rewardCodesOf(june)).toEqual([])
  })

  test('birthday reward: the reward is given again in the next year, with one audit record', async () => {
    const gift = await onlyRewardOfType('Birthday')
    const customer = await establishedMember()
    await runNightOf('2026-05-01')
    await runNightOf('2027-05-01')
    expect((await customerRewardsOf(customer)).map(({ RewardCode, Period }) => [RewardCode, Period])).toEqual([
      [gift.Code, '2027'],
      [gift.Code, '2026'],
    ])
    const [added] = await app.sql(
      `select count(*)::int as rows from audit_record where object_type = 'CustomerReward' and object_id = $1`,
      (await customerRewardsOf(customer))[0]!.ReferenceCode,
    )
    expect(added).toEqual({ rows: 1 })
  })

  test('birthday reward: a missed batch, a suspension or a date of birth entered recently only delays the reward in the month', async () => {
    await onlyRewardOfType('Birthday')
    const [missed, suspended, inactive, recent] = [
      await establishedMember(),
      await establishedMember({ status: 'Suspended' }),
      await establishedMember({ customerStatus: 'Inactive' }),
      await establishedMember(),
    ]
    await app.sql(`update customer set created_at = '2026-04-10T04:00:00Z' where customer_id = $1`, recent.CustomerId)
    await runNightOf('2026-05-04')
    const countRewards = async () =>
      Promise.all(
        [missed, suspended, inactive, recent].map(async (customer) => (await customerRewardsOf(customer)).length),
      )
    expect(await countRewards()).toEqual([1, 0, 0, 0])
    await app.sql(`update membership set status = 'Active' where membership_no = $1`, suspended.MembershipNo)
    await app.sql(`update customer set status = 'Active' where customer_id = $1`, inactive.CustomerId)
    await runNightOf('2026-05-11')
    expect(await countRewards()).toEqual([1, 1, 1, 1])
    await runNightOf('2026-05-31')
    expect(await countRewards()).toEqual([1, 1, 1, 1])
  })

  test('birthday reward: a member born on 29 February gets the reward every February', async () => {
    await onlyRewardOfType('Birthday')
    const customer = await establishedMember({ birthDate: '1992-02-29' })
    await runNightOf('2027-02-01')
    await runNightOf('2028-02-01')
    expect((await customerRewardsOf(customer)).map(({ ValidityTo }) => ValidityTo)).toEqual([
      '2028-02-29',
      '2027-02-28',
    ])
  })

  test('birthday reward: the month begins in the time zone of the business, not in UTC', async () => {
    await onlyRewardOfType('Birthday')
    const customer = await establishedMember({ birthDate: '1985-06-30' })
    app.clock.set('2026-05-31T15:50:00Z')
    await runNightly()
    expect(await rewardCodesOf(customer)).toEqual([])
    app.clock.set('2026-05-31T16:10:00Z')
    await runNightly()
    expect(await customerRewardsOf(customer)).toMatchObject([{ ValidityFrom: '2026-06-01' }])
  })

  test('birthday reward: the reward’s validity, category, outlet, limit and stock apply', async () => {
    const silver = await establishedMember({ birthDate: '1990-07-01' })
    const gold = await establishedMember({ birthDate: '1990-07-02', category: 'GOLD' })
    const elsewhere = await establishedMember({ birthDate: '1990-07-03', outlet: 'PAV' })
    const forGold = await onlyRewardOfType('Birthday', { CardCategories: ['GOLD'] })
    const forPav = await reward(app.db, { Type: 'Birthday', ValidityMode: 'End of birthday month' })
    await app.sql(
      `insert into reward_object (reward_id, object_type, object_value) values ($1, 'Building', 'PAV')`,
      forPav.RewardId,
    )
    await reward(app.db, { Type: 'Birthday', ValidFrom: '2026-08-01' })
    await reward(app.db, { Type: 'Birthday', ValidTo: '2026-06-30' })
    await reward(app.db, { Type: 'Birthday', Status: 'Draft' })
    const limited = await reward(app.db, { Type: 'Birthday', TotalLimit: 2 })
    const stocked = await reward(app.db, { Type: 'Birthday' })
    await stock(app.db, stocked.RewardId, null, 1)
    await runNightOf('2026-07-01')
    const codesByMember = await Promise.all([silver, gold, elsewhere].map(rewardCodesOf))
    expect(codesByMember.map((codes) => codes.filter((code) => [forGold.Code, forPav.Code].includes(code)))).toEqual([
      [],
      [forGold.Code],
      [forPav.Code],
    ])
    const allCodes = codesByMember.flat()
    expect(allCodes.filter((code) => code === limited.Code)).toHaveLength(2)
    expect(allCodes.filter((code) => code === stocked.Code)).toHaveLength(1)
    expect(allCodes).toHaveLength(5)
  })

  test('birthday reward: a birthday reward that staff cancelled is not given again', async () => {
    await onlyRewardOfType('Birthday')
    const customer = await establishedMember({ birthDate: '1990-09-09' })
    await runNightOf('2026-09-01')
    const [{ ReferenceCode } = { ReferenceCode: '' }] = await customerRewardsOf(customer)
    expect(
      (await app.call(contract.cancelRedeem, { ReferenceCode, Reason: 'A wrong date of birth' }, manager)).status,
    ).toBe(200)
    await runNightOf('2026-09-02')
    expect(await customerRewardsOf(customer)).toMatchObject([{ Status: 'Cancelled' }])
  })

  test('birthday reward: a person with two memberships gets one reward, even after a merge and an unmerge', async () => {
    await onlyRewardOfType('Birthday')
    const [survivor, duplicate] = [
      await establishedMember({ birthDate: '1990-10-01' }),
      await establishedMember({ birthDate: '1990-10-01' }),
    ]
    await app.sql(
      `insert into membership (membership_no, customer_id, card_group_id, member_type, status, join_date)
       select next_membership_no(), customer_id, (select max(group_id) from card_group), 'Non-Premium Member', 'Active', '2025-01-01'
       from customer where customer_id = $1 and (select count(*) from card_group) > 1`,
      survivor.CustomerId,
    )
    await runNightOf('2026-10-01')
    expect(
      await Promise.all([survivor, duplicate].map(async (customer) => (await customerRewardsOf(customer)).length)),
    ).toEqual([1, 1])
    const MergeId = await merge(survivor, duplicate)
    await runNightOf('2026-10-02')
    expect((await customerRewardsOf(survivor)).length).toBe(1)
    const unmerged = await app.call(unmergeMembers, { MergeId, Reason: 'Two people after all' })
    expect(unmerged.status).toBe(200)
    await runNightOf('2026-10-03')
    expect(
      await Promise.all([survivor, duplicate].map(async (customer) => (await customerRewardsOf(customer)).length)),
    ).toEqual([1, 1])
  })
})

describe('welcome reward', () => {
  beforeAll(async () => {
    const first = await category(app.db, { Code: 'FIRST', Name: 'First' })
    await level(app.db, first.CardCategoryId, { FirstSalesAmount: '500', CycleMonths: 12 })
  })

  /** A member with a prepared upgrade. */
  async function prepareMember() {
    const person = await registered(app.db, { DateOfBirth: '1990-01-01', Gender: 'Female', Email: 'a@b.example' })
    await address(app.db, person.CustomerId)
    const { InvoiceNo } = await toSale(app.db, person, '600.00')
    const { MembershipNo } = person
    const { body } = await app.call(prepareUpgrade, { MembershipNo, InvoiceNo }, outletStaff)
    return { ...person, Version: body.Version }
  }
  const confirm = ({ MembershipNo, Version }: { MembershipNo: string; Version: number }) =>
    app.call(confirmUpgrade, { MembershipNo, Version }, outletStaff)

  test('welcome reward: concurrent confirmations of one upgrade give one reward', async () => {
    app.clock.set('2026-05-10T04:00:00Z')
    const gift = await onlyRewardOfType('New Member', { MemberType: 'Premium Member' })
    const customer = await prepareMember()
    const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(customer)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await customerRewardsOf(customer)).toMatchObject([
      {
        RewardCode: gift.Code,
        Status: 'Active',
        Period: '2026-05-10',
        ValidityTo: '2026-06-09',
        RedeemedOutletCode: 'KLCC',
      },
    ])
    const [entry] = await app.sql<{ text: string }>(
      `select log_text as text from audit_log where object_type = 'CustomerReward' and object_id = $1`,
      (await customerRewardsOf(customer))[0]!.ReferenceCode,
    )
    expect(entry?.text).toContain('Issue Reward in Customer Reward.')
  })

  test('welcome reward: a member who leaves and re-enters the premium tier gets no second reward', async () => {
    await onlyRewardOfType('New Member')
    const customer = await prepareMember()
    await confirm(customer)
    await app.sql(
      `update membership set member_type = 'Non-Premium Member', card_category_code = null, cycle_start = null, cycle_end = null where membership_no = $1`,
      customer.MembershipNo,
    )
    app.clock.set('2026-08-10T04:00:00Z')
    const { InvoiceNo } = await toSale(app.db, customer, '900.00')
    const again = await app.call(prepareUpgrade, { MembershipNo: customer.MembershipNo, InvoiceNo }, outletStaff)
    expect((await confirm({ ...customer, Version: again.body.Version })).status).toBe(200)
    expect((await customerRewardsOf(customer)).length).toBe(1)
  })

  test('welcome reward: without stock the upgrade succeeds, and the nightly batch tries to give the reward for 30 days', async () => {
    app.clock.set('2026-09-10T04:00:00Z')
    const outOfStock = await onlyRewardOfType('New Member')
    const inventoryId = await stock(app.db, outOfStock.RewardId, 'KLCC', 0)
    const inStock = await reward(app.db, { Type: 'New Member' })
    const [early, late] = [await prepareMember(), await prepareMember()]
    expect((await confirm(early)).status).toBe(200)
    expect(await rewardCodesOf(early)).toEqual([inStock.Code])
    app.clock.set('2026-10-05T04:00:00Z')
    expect((await confirm(late)).status).toBe(200)
    await runNightly()
    app.clock.set('2026-10-11T04:00:00Z')
    await runNightly()
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at) values ($1, 'Receive', 5, 'test', now())`,
      inventoryId,
    )
    await Promise.all([runNightly(), runNightly(), runNightly()])
    expect(await rewardCodesOf(early)).toEqual([inStock.Code])
    expect((await rewardCodesOf(late)).sort()).toEqual([outOfStock.Code, inStock.Code].sort())
    expect(await app.sql('select status, count(*)::int from reward_waiting group by 1 order by 1')).toEqual([
      { status: 'Closed', count: 1 },
      { status: 'Given', count: 1 },
    ])
  })
})

describe('issue of a reward to many members', () => {
  test('issue to many members: a dry run lists the outcome of each member, and repeating the issue gives each reward once', async () => {
    app.clock.set('2026-05-10T04:00:00Z')
    const prize = await reward(app.db, { Type: 'Contest', TotalLimit: 2 })
    const [first, second, suspended, last] = [
      await member(app.db),
      await member(app.db),
      await member(app.db, { status: 'Suspended' }),
      await member(app.db),
    ]
    const MembershipNos = [first, second, suspended, last].map(({ MembershipNo }) => MembershipNo).concat('JC999999999')
    const issue = (DryRunYN: 'Y' | 'N') =>
      app.call(contract.issueRewards, { RewardId: prize.RewardId, MembershipNos, Period: 'Raya 2026', DryRunYN }, hq)
    const outcomesOf = ({ body }: Awaited<ReturnType<typeof issue>>) =>
      Object.fromEntries(body.rows.map(({ MembershipNo, Refusal }) => [MembershipNo, Refusal?.code ?? null]))
    const expected = {
      [first.MembershipNo]: null,
      [second.MembershipNo]: null,
      [suspended.MembershipNo]: 'customer-rewards.customer_not_active',
      [last.MembershipNo]: 'rewards.limit_reached',
      JC999999999: 'customer-rewards.member_not_found',
    }
    const dryRun = await issue('Y')
    expect([dryRun.body.Issued, outcomesOf(dryRun)]).toEqual([2, expected])
    expect(dryRun.body.rows.every(({ ReferenceCode }) => ReferenceCode === null)).toBe(true)
    expect(await customerRewardsOf(first)).toEqual([])

    const issued = await issue('N')
    expect([issued.body.Issued, outcomesOf(issued)]).toEqual([2, expected])
    expect(await customerRewardsOf(first)).toMatchObject([{ Period: 'Raya 2026', Type: 'Contest' }])
    const again = await issue('N')
    expect([again.body.Issued, outcomesOf(again)[first.MembershipNo]]).toEqual([0, 'customer-rewards.issued_already'])
  })
})
