import { beforeAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import * as contract from '#areas/customer-rewards/contract.ts'
import { addExpiryReward, cancelExpiryReward } from '#areas/expiry/contract/rewards.ts'
import { confirmUpgrade, prepareUpgrade } from '#areas/memberships/contract/upgrade.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { category, level, toSale } from '#tests/factories/memberships.ts'
import { friends } from '#tests/factories/referrals.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { addEarningRules, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'

// Each action on rewards fails at each of its writes in turn; each failure must roll back all writes.

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

/** All tables that actions on rewards write to. */
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
  await addEarningRules(app.db)
  const first = await category(app.db, { Code: 'FIRST', Name: 'First' })
  await level(app.db, first.CardCategoryId, { FirstSalesAmount: '500', CycleMonths: 12 })
  // Creates the accounts of the callers first, because they are not part of the compared state.
  for (const caller of [counter, hq, outletStaff]) await app.token(caller)
  // Installs triggers that count the write statements of the application and fail at the configured one.
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

/** A checksum of each table. */
const checksums = () =>
  app.sql(
    `select ${tables.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`).join(', ')}`,
  )

const WRITES_MAX = 60

/** Makes the action fail at each of its writes until it succeeds, and returns the number of failures. */
async function failAtEachWrite(action: () => Promise<boolean>): Promise<number> {
  const before = await checksums()
  for (let write = 1; write <= WRITES_MAX; write++) {
    await failAt(write)
    const succeeded = await action()
    await failAt(0)
    if (succeeded) return write - 1
    expect(await checksums(), `failed at write ${write}`).toEqual(before)
  }
  throw new Error('The action has more writes than the maximum')
}
const succeeds = (reply: Promise<{ status: number }>) =>
  reply.then(({ status }) => {
    if (status < 300) return true
    expect(status).toBe(500)
    return false
  })

async function holder() {
  const customer = await member(app.db)
  await points(app.db, customer.MembershipNo, 500, '2026-12-31')
  await points(app.db, customer.MembershipNo, 500, '2028-12-31')
  return customer
}
async function prepareRedemption() {
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
async function prepareIssue() {
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

describe('failure at each write of a reward transaction', () => {
  test('failure at each write: a redeem, collect, cancel collect or cancel redeem that fails changes nothing', async () => {
    const { MembershipNo, redeem } = await prepareRedemption()
    let ReferenceCode = ''
    const writes = await failAtEachWrite(() =>
      succeeds(
        redeem().then((reply) => {
          ReferenceCode = reply.body.rows?.[0]?.ReferenceCode ?? ''
          return reply
        }),
      ),
    )
    // Expects writes for two rewards, each with its row, stock movement, limit and ledger entries.
    expect(writes).toBeGreaterThan(8)
    const input = identified(ReferenceCode, MembershipNo)
    expect(await failAtEachWrite(() => succeeds(app.call(contract.collectReward, input, counter)))).toBeGreaterThan(1)
    expect(
      await failAtEachWrite(() =>
        succeeds(app.call(contract.cancelCollect, { ReferenceCode, Reason, ItemBackYN: 'Y' }, counter)),
      ),
    ).toBeGreaterThan(2)
    expect(
      await failAtEachWrite(() => succeeds(app.call(contract.cancelRedeem, { ReferenceCode, Reason }, counter))),
    ).toBeGreaterThan(4)
  })

  test('failure at each write: an issue, claim, cancel claim, extend or delete that fails changes nothing', async () => {
    const { MembershipNo, issue } = await prepareIssue()
    let ReferenceCode = ''
    const writes = await failAtEachWrite(() =>
      succeeds(
        issue().then((reply) => {
          ReferenceCode = reply.body.rows?.[0]?.ReferenceCode ?? ''
          return reply
        }),
      ),
    )
    expect(writes).toBeGreaterThan(2)
    const input = identified(ReferenceCode, MembershipNo)
    expect(await failAtEachWrite(() => succeeds(app.call(contract.claimReward, input, counter)))).toBeGreaterThan(5)
    expect(
      await failAtEachWrite(() => succeeds(app.call(contract.cancelClaim, { ReferenceCode, Reason }, counter))),
    ).toBeGreaterThan(5)
    expect(
      await failAtEachWrite(() =>
        succeeds(app.call(contract.extendReward, { ReferenceCode, ValidityTo: '2027-06-30' }, hq)),
      ),
    ).toBeGreaterThan(0)
    expect(
      await failAtEachWrite(() => succeeds(app.call(contract.deleteCustomerReward, { ReferenceCode }, counter))),
    ).toBeGreaterThan(2)
  })

  test('failure at each write: adding or cancelling an expiry reward that fails changes nothing', async () => {
    const { MembershipNo } = await holder()
    await voucherReward(app.db, 1, { Type: 'Point Expiry', PointDeduct: 400, DeductPointInClaimYN: 'Y' })
    let ReferenceCode = ''
    const offer = { MembershipNo, ExpiryYear: 2026, ExpiryMonth: 12 }
    expect(
      await failAtEachWrite(() =>
        succeeds(
          app.call(addExpiryReward, offer).then((reply) => {
            ReferenceCode = reply.body.ReferenceCode ?? ''
            return reply
          }),
        ),
      ),
    ).toBeGreaterThan(3)
    expect(
      await failAtEachWrite(() => succeeds(app.call(cancelExpiryReward, { ReferenceCode, Remark: Reason }))),
    ).toBeGreaterThan(1)
  })

  test('failure at each write: an upgrade or referral approval that fails while issuing a reward changes nothing', async () => {
    await reward(app.db, { Type: 'New Member' })
    await reward(app.db, { Type: 'Referral' })
    const person = await registered(app.db, { DateOfBirth: '1990-01-01', Gender: 'Female', Email: 'a@b.example' })
    await address(app.db, person.CustomerId)
    const { InvoiceNo } = await toSale(app.db, person, '600.00')
    const { MembershipNo } = person
    const { body } = await app.call(prepareUpgrade, { MembershipNo, InvoiceNo }, outletStaff)
    expect(
      await failAtEachWrite(() =>
        succeeds(app.call(confirmUpgrade, { MembershipNo, Version: body.Version }, outletStaff)),
      ),
    ).toBeGreaterThan(5)
    const { friend } = await qualified()
    expect(await failAtEachWrite(() => succeeds(approve(friend.ReferralId)))).toBeGreaterThan(5)
    const customerRewards = await app.sql(
      `select type from customer_reward where type in ('New Member', 'Referral') order by 1`,
    )
    expect(customerRewards).toEqual([{ type: 'New Member' }, { type: 'Referral' }])
  })

  test('failure at each write: a chunk of birthday rewards that fails changes nothing', async () => {
    await reward(app.db, { Type: 'Birthday', ValidityMode: 'End of birthday month' })
    const born = [await member(app.db, { birthDate: '1990-11-02' }), await member(app.db, { birthDate: '1985-11-30' })]
    await app.sql(
      `update customer set created_at = '2020-01-01' where customer_id = any($1)`,
      born.map(({ CustomerId }) => CustomerId),
    )
    const steps = nightlyBatchSteps.filter(({ name }) => name === 'give birthday rewards')
    const runNightly = () =>
      runNightlyBatch(jobContext(app), steps).then(
        () => true,
        () => false,
      )
    expect(await failAtEachWrite(runNightly)).toBeGreaterThan(3)
    expect(await app.sql(`select count(*)::int from customer_reward where type = 'Birthday'`)).toEqual([{ count: 2 }])
  })
})
