import { beforeAll, describe, expect, test } from 'vitest'
import { batchSteps } from '#app/server/areas.ts'
import * as contract from '#areas/customer-rewards/contract.ts'
import { addExpiryReward, cancelExpiryReward } from '#areas/expiry/contract/rewards.ts'
import { confirmUpgrade, prepareUpgrade } from '#areas/memberships/contract/upgrade.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { category, level, saleOf } from '#tests/factories/memberships.ts'
import { friends } from '#tests/factories/referrals.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { earningRules, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'

// Every act on rewards is made to fail after each of its writes, one after the other: what it wrote until then is gone, and made once more
// it succeeds.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { qualified, approve } = friends(app)
const counter = staffWith({
  roles: [
    'Redeem Rewards',
    'Claim Rewards',
    'Collect Rewards',
    'Cancel Redeem Rewards',
    'Cancel Claim Rewards',
    'Cancel Collect Rewards',
  ],
})

/** Whatever rewards, points and vouchers are written in. */
const tables = [
  'customer_reward',
  'reward_waiting',
  'reward_review',
  'point_expiry_offer',
  'reward_inventory',
  'reward_movement',
  'reward_given',
  'point_history',
  'point_allocation',
  'point_balance',
  'voucher',
  'erp_outbox',
  'referral',
  'membership',
  'membership_level_history',
  'audit_record',
  'audit_log',
] as const

beforeAll(async () => {
  await earningRules(app.db)
  const first = await category(app.db, { Code: 'FIRST', Name: 'First' })
  await level(app.db, first.CardCategoryId, { FirstSalesAmount: '500', CycleMonths: 12 })
  // Those who act are there before it: their accounts are no part of what is tried.
  for (const caller of [counter, hq, outletStaff]) await app.token(caller)
  // Counts the statements by which the application writes, and fails at the one that was asked for.
  await app.sql(`
    create table half_way (fails_at bigint not null);
    insert into half_way values (0);
    create sequence half_way_writes;
    create function half_way() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      if current_setting('role') <> 'carat_app' then return null; end if;
      if nextval('half_way_writes') = (select fails_at from half_way) then raise exception 'half-way' using errcode = 'XX000'; end if;
      return null;
    end $$;
    ${tables.map((table) => `create trigger z_half_way after insert or update or delete on ${table} for each statement execute function half_way();`).join('\n')}`)
})

const failAt = async (write: number) => {
  await app.sql('update half_way set fails_at = $1', write)
  await app.sql(`select setval('half_way_writes', 1, false)`)
}

/** Everything that they hold. */
const everything = () =>
  app.sql(
    `select ${tables.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`).join(', ')}`,
  )

const MOST_WRITES = 60

/** Makes the act fail at its first write, its second, and so on, until it succeeds; answers at how many it failed. */
async function failingEverywhere(act: () => Promise<boolean>): Promise<number> {
  const before = await everything()
  for (let write = 1; write <= MOST_WRITES; write++) {
    await failAt(write)
    const succeeded = await act()
    await failAt(0)
    if (succeeded) return write - 1
    expect(await everything(), `failed at write ${write}`).toEqual(before)
  }
  throw new Error('The act writes more often than that')
}
const made = (reply: Promise<{ status: number }>) =>
  reply.then(({ status }) => {
    if (status < 300) return true
    expect(status).toBe(500)
    return false
  })

async function holder() {
  const who = await member(app.db)
  await points(app.db, who.MembershipNo, 500, '2026-12-31')
  await points(app.db, who.MembershipNo, 500, '2028-12-31')
  return who
}
async function redeemed() {
  const { MembershipNo } = await holder()
  const gift = await reward(app.db, { TotalLimit: 5 })
  await stock(app.db, gift.RewardId, 'KLCC', 2)
  const redeem = () =>
    app.call(
      contract.redeemRewards,
      { MembershipNo, Rewards: [{ RewardId: gift.RewardId }, { RewardId: gift.RewardId }] },
      counter,
    )
  return { MembershipNo, redeem }
}
async function issued() {
  const { MembershipNo } = await holder()
  const gift = await voucherReward(app.db, 2, { PointDeduct: 600, DeductPointInClaimYN: 'Y', TotalLimit: 5 })
  await stock(app.db, gift.RewardId, 'KLCC', 2)
  const issue = () => app.call(contract.issueRewards, { RewardId: gift.RewardId, MembershipNos: [MembershipNo] }, hq)
  return { MembershipNo, issue }
}
const identified = (ReferenceCode: string, MembershipNo: string) => ({
  ReferenceCode,
  IdentifierType: 'MembershipNo' as const,
  Identifier: MembershipNo,
})
const Reason = 'A test'

describe('an act that fails at any of its writes leaves nothing behind:', () => {
  test('redeeming, collecting, cancelling the collection and the redemption', async () => {
    const { MembershipNo, redeem } = await redeemed()
    let ReferenceCode = ''
    const writes = await failingEverywhere(() =>
      made(
        redeem().then((reply) => {
          ReferenceCode = reply.body.rows?.[0]?.ReferenceCode ?? ''
          return reply
        }),
      ),
    )
    // Two rewards, each with its row, its movement, its count and its rows in the books.
    expect(writes).toBeGreaterThan(8)
    const input = identified(ReferenceCode, MembershipNo)
    expect(await failingEverywhere(() => made(app.call(contract.collectReward, input, counter)))).toBeGreaterThan(1)
    expect(
      await failingEverywhere(() =>
        made(app.call(contract.cancelCollect, { ReferenceCode, Reason, ItemBackYN: 'Y' }, counter)),
      ),
    ).toBeGreaterThan(2)
    expect(
      await failingEverywhere(() => made(app.call(contract.cancelRedeem, { ReferenceCode, Reason }, counter))),
    ).toBeGreaterThan(4)
  })

  test('issuing, claiming with points, stock and voucher, cancelling the claim, extending, and taking it away', async () => {
    const { MembershipNo, issue } = await issued()
    let ReferenceCode = ''
    const writes = await failingEverywhere(() =>
      made(
        issue().then((reply) => {
          ReferenceCode = reply.body.rows?.[0]?.ReferenceCode ?? ''
          return reply
        }),
      ),
    )
    expect(writes).toBeGreaterThan(2)
    const input = identified(ReferenceCode, MembershipNo)
    expect(await failingEverywhere(() => made(app.call(contract.claimReward, input, counter)))).toBeGreaterThan(5)
    expect(
      await failingEverywhere(() => made(app.call(contract.cancelClaim, { ReferenceCode, Reason }, counter))),
    ).toBeGreaterThan(5)
    expect(
      await failingEverywhere(() =>
        made(app.call(contract.extendReward, { ReferenceCode, ValidityTo: '2027-06-30' }, hq)),
      ),
    ).toBeGreaterThan(0)
    expect(
      await failingEverywhere(() => made(app.call(contract.deleteCustomerReward, { ReferenceCode }, counter))),
    ).toBeGreaterThan(2)
  })

  test('offering a reward against ending points, and withdrawing it', async () => {
    const { MembershipNo } = await holder()
    await voucherReward(app.db, 1, { Type: 'Point Expiry', PointDeduct: 400, DeductPointInClaimYN: 'Y' })
    let ReferenceCode = ''
    const offer = { MembershipNo, ExpiryYear: 2026, ExpiryMonth: 12 }
    expect(
      await failingEverywhere(() =>
        made(
          app.call(addExpiryReward, offer).then((reply) => {
            ReferenceCode = reply.body.ReferenceCode ?? ''
            return reply
          }),
        ),
      ),
    ).toBeGreaterThan(3)
    expect(
      await failingEverywhere(() => made(app.call(cancelExpiryReward, { ReferenceCode, Remark: Reason }))),
    ).toBeGreaterThan(1)
  })

  test('an upgrade with its welcome, and an approval with its reward', async () => {
    await reward(app.db, { Type: 'New Member' })
    await reward(app.db, { Type: 'Referral' })
    const person = await registered(app.db, { DateOfBirth: '1990-01-01', Gender: 'Female', Email: 'a@b.example' })
    await address(app.db, person.CustomerId)
    const { InvoiceNo } = await saleOf(app.db, person, '600.00')
    const { MembershipNo } = person
    const { body } = await app.call(prepareUpgrade, { MembershipNo, InvoiceNo }, outletStaff)
    expect(
      await failingEverywhere(() =>
        made(app.call(confirmUpgrade, { MembershipNo, Version: body.Version }, outletStaff)),
      ),
    ).toBeGreaterThan(5)
    const { friend } = await qualified()
    expect(await failingEverywhere(() => made(approve(friend.ReferralId)))).toBeGreaterThan(5)
    const given = await app.sql(`select type from customer_reward where type in ('New Member', 'Referral') order by 1`)
    expect(given).toEqual([{ type: 'New Member' }, { type: 'Referral' }])
  })

  test('a night of birthdays, one chunk of them', async () => {
    await reward(app.db, { Type: 'Birthday', ValidityMode: 'End of birthday month' })
    const born = [await member(app.db, { birthDate: '1990-11-02' }), await member(app.db, { birthDate: '1985-11-30' })]
    await app.sql(
      `update customer set created_at = '2020-01-01' where customer_id = any($1)`,
      born.map(({ CustomerId }) => CustomerId),
    )
    const steps = batchSteps.filter(({ name }) => name === 'give birthday rewards')
    const night = () =>
      runNightlyBatch(jobContext(app), steps).then(
        () => true,
        () => false,
      )
    expect(await failingEverywhere(night)).toBeGreaterThan(3)
    expect(await app.sql(`select count(*)::int from customer_reward where type = 'Birthday'`)).toEqual([{ count: 2 }])
  })
})
