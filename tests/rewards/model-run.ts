import { isDeepStrictEqual } from 'node:util'
import * as contract from '#areas/customer-rewards/contract.ts'
import { points as addPoints, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, type TestApp } from '#tests/test-app.ts'
import { ledgerCalls } from '../ledger/calls.ts'
import { isRefused, MemberModel, type RefusedOutcome } from '../ledger/model.ts'
import { randomFrom } from '../ledger/random.ts'
import { type GiftModel, RewardsModel } from './model.ts'

// Runs seeded random sequences of actions on rewards in the application and in the model.
// After every action both must agree on statuses, points, lots, stock, vouchers and limits.

const TODAY = '2026-11-21'
/** The clock of the app during the sequences. */
export const REWARDS_CLOCK = `${TODAY}T04:00:00Z`
const OUTLET = 'KLCC'

const counter = staffWith({
  roles: [
    'Customer',
    'Redeem Rewards',
    'Claim Rewards',
    'Collect Rewards',
    'Cancel Redeem Rewards',
    'Cancel Claim Rewards',
    'Cancel Collect Rewards',
  ],
  outlet: OUTLET,
})

export type Divergence = { seed: number; step: number; what: string; actual: unknown; model: unknown; before: string[] }

type Reply = { status: number; body: object; refusal: { code: string } }
const outcomeOf = ({ status, refusal }: Reply) => (status < 300 ? {} : { refused: refusal.code })

/** Creates two members with points of different expiry, and five rewards with different limits. */
async function createScenario(app: TestApp) {
  const members = [await member(app.db), await member(app.db)]
  const models = members.map(() => new MemberModel(TODAY, REWARDS_CLOCK.replace('Z', '.000Z')))
  for (const [index, { MembershipNo }] of members.entries())
    for (const [amount, until] of [
      [500, '2026-12-15'],
      [600, '2028-12-15'],
    ] as const) {
      await addPoints(app.db, MembershipNo, amount, until)
      models[index]!.adjust(amount, until)
    }
  const gifts: GiftModel[] = []
  const base = { given: 0, points: 0, premium: false, atClaim: false }
  const inventory = (onHand: number) => ({ onHand, reserved: 0, issued: 0 })

  const scarce = await reward(app.db)
  await stock(app.db, scarce.RewardId, OUTLET, 2)
  await stock(app.db, scarce.RewardId, null, 1)
  gifts.push({ ...base, id: scarce.RewardId, premium: true, points: 100, here: inventory(2), pool: inventory(1) })

  const limited = await reward(app.db, { PointDeduct: 150, TotalLimit: 3, PerMemberLimit: 2 })
  gifts.push({ ...base, id: limited.RewardId, premium: true, points: 150, totalLimit: 3, memberLimit: 2 })

  const voucher = await voucherReward(app.db, 2, { PerMemberLimit: 3 })
  gifts.push({ ...base, id: voucher.RewardId, memberLimit: 3, vouchers: 2 })

  const atClaim = await voucherReward(app.db, 3, { Type: 'Campaign', PointDeduct: 200, DeductPointInClaimYN: 'Y' })
  await stock(app.db, atClaim.RewardId, OUTLET, 2)
  gifts.push({ ...base, id: atClaim.RewardId, points: 200, atClaim: true, here: inventory(2), vouchers: 3 })

  const pooled = await reward(app.db, { Type: 'Contest', TotalLimit: 4 })
  await stock(app.db, pooled.RewardId, null, 3)
  gifts.push({ ...base, id: pooled.RewardId, totalLimit: 4, pool: inventory(3) })

  return {
    members,
    gifts,
    types: [null, null, voucher.VoucherType, atClaim.VoucherType, null],
    model: new RewardsModel(models, gifts),
  }
}

/** Returns the first difference between the application and the model, or undefined. */
export async function rewardsRun(app: TestApp, seed: number, steps: number): Promise<Divergence | undefined> {
  const random = randomFrom(seed)
  const { members, gifts, types, model } = await createScenario(app)
  const sales = ledgerCalls(app)
  const invoices: { InvoiceNo: string; member: number }[] = []
  const history: string[] = []

  async function redeem(): Promise<[string, object, object | RefusedOutcome]> {
    const memberIndex = random.from(0, members.length - 1)
    const requested = Array.from({ length: random.from(1, 2) }, () =>
      random.chance(0.9) ? random.pick(gifts.slice(0, 2)) : random.pick(gifts),
    )
    const { MembershipNo } = members[memberIndex]!
    const Rewards = requested.map(({ id }) => ({ RewardId: id }))
    const reply = await app.call(contract.redeemRewards, { MembershipNo, Rewards }, counter)
    const expected = model.redeem(memberIndex, requested)
    if (reply.status === 201 && !isRefused(expected)) {
      // Uses the order of reward ids, in which the rewards are locked and paid.
      const inOrder = requested
        .map((gift, at) => ({ gift, at }))
        .sort((left, right) => left.gift.id - right.gift.id || left.at - right.at)
      for (const [position, { gift, at }] of inOrder.entries())
        model.recordRedemption(reply.body.rows[at]!.ReferenceCode, memberIndex, gift, expected.inventories[position])
    }
    return [
      `redeem ${requested.map(({ id }) => id)} for ${memberIndex}`,
      outcomeOf(reply),
      isRefused(expected) ? expected : {},
    ]
  }

  async function issue(): Promise<[string, object, object | RefusedOutcome]> {
    const memberIndex = random.from(0, members.length - 1)
    const gift = random.chance(0.95) ? random.pick(gifts.slice(2)) : random.pick(gifts)
    const Period = random.pick([null, null, '2026', '2027'])
    const reply = await app.call(
      contract.issueRewards,
      { RewardId: gift.id, MembershipNos: [members[memberIndex]!.MembershipNo], Period },
      hq,
    )
    const [outcome] = reply.body.rows
    const expected = model.issue(memberIndex, gift, Period)
    const code = outcome!.ReferenceCode
    if (code !== null && !isRefused(expected)) model.recordIssue(code, memberIndex, gift, Period, expected.inventory)
    return [
      `issue ${gift.id} to ${memberIndex} for ${Period}`,
      outcome!.Refusal ? { refused: outcome!.Refusal.code } : {},
      isRefused(expected) ? expected : {},
    ]
  }

  async function buy(step: number): Promise<[string, object, object]> {
    const memberIndex = random.from(0, members.length - 1)
    const [latest] = invoices.slice(-1)
    if (latest && random.chance(0.5)) {
      const reply = await sales.cancel(latest.InvoiceNo, [])
      const expected = model.members[latest.member]!.cancel(latest.InvoiceNo, [])
      return [`bring back ${latest.InvoiceNo}`, outcomeOf(reply as Reply), isRefused(expected) ? expected : {}]
    }
    const InvoiceNo = `RM${seed}-${step}`
    const lines = [{ cents: random.from(10_000, 300_000), quantity: 1 }]
    const reply = await sales.sell(InvoiceNo, members[memberIndex]!.MembershipNo, lines, TODAY)
    model.members[memberIndex]!.sell(InvoiceNo, lines, TODAY, true)
    invoices.push({ InvoiceNo, member: memberIndex })
    return [`sell ${InvoiceNo} to ${memberIndex}`, outcomeOf(reply as Reply), {}]
  }

  async function act(step: number): Promise<[string, object, object | RefusedOutcome]> {
    const kind = random.weighted({
      redeem: 5,
      issue: 5,
      claim: 6,
      collect: 5,
      cancelClaim: 4,
      cancelCollect: 3,
      cancelRedeem: 3,
      remove: 1,
      extend: 1,
      lapse: 1,
      buy: 2,
    })
    if (kind === 'redeem') return redeem()
    if (kind === 'issue') return issue()
    if (kind === 'buy') return buy(step)
    const codes = [...model.customerRewards.keys()]
    if (codes.length === 0) return [kind, {}, {}]
    // Chooses mostly rewards to which the action applies, and sometimes any reward.
    const fitting = codes.filter((code) => {
      const { status, gift } = model.customerRewards.get(code)!
      if (kind === 'cancelClaim') return status === 'Claimed'
      if (kind === 'cancelCollect') return status === 'Collected'
      return status === 'Active' && (kind === 'collect' ? gift.premium : kind !== 'claim' || !gift.premium)
    })
    const ReferenceCode = random.pick(fitting.length > 0 && random.chance(0.85) ? fitting : codes)
    const customerReward = model.customerRewards.get(ReferenceCode)!
    const identified = {
      ReferenceCode,
      IdentifierType: 'MembershipNo' as const,
      Identifier: members[customerReward.member]!.MembershipNo,
    }
    const what = `${kind} ${ReferenceCode}`
    const Reason = 'Drawn by lot'
    switch (kind) {
      case 'claim':
        return [what, outcomeOf(await app.call(contract.claimReward, identified, counter)), model.claim(ReferenceCode)]
      case 'collect':
        return [
          what,
          outcomeOf(await app.call(contract.collectReward, identified, counter)),
          model.collect(ReferenceCode),
        ]
      case 'cancelClaim':
        return [
          what,
          outcomeOf(await app.call(contract.cancelClaim, { ReferenceCode, Reason }, counter)),
          model.cancelClaim(ReferenceCode),
        ]
      case 'cancelCollect':
        return [
          what,
          outcomeOf(await app.call(contract.cancelCollect, { ReferenceCode, Reason, ItemBackYN: 'Y' }, counter)),
          model.cancelCollect(ReferenceCode),
        ]
      case 'cancelRedeem':
        return [
          what,
          outcomeOf(await app.call(contract.cancelRedeem, { ReferenceCode, Reason }, counter)),
          model.cancelRedeem(ReferenceCode, 'Cancelled'),
        ]
      case 'remove':
        return [
          what,
          outcomeOf(await app.call(contract.deleteCustomerReward, { ReferenceCode }, counter)),
          model.cancelRedeem(ReferenceCode, 'Deleted'),
        ]
      case 'extend': {
        const ValidityTo = random.pick(['2026-12-01', '2027-02-01', '2027-03-01'])
        const reply = await app.call(contract.extendReward, { ReferenceCode, ValidityTo }, hq)
        return [`${what} until ${ValidityTo}`, outcomeOf(reply), model.extend(ReferenceCode, ValidityTo)]
      }
      case 'lapse': {
        if (customerReward.status === 'Active') {
          await app.sql(
            `update customer_reward set validity_from = '2026-01-01', validity_to = '2026-11-20' where reference_code = $1`,
            ReferenceCode,
          )
          // The batch continues after the given code, so the prefix of this code selects this code only.
          await app.sql(
            `select * from expire_rewards($1, 1, $2::jsonb)`,
            ReferenceCode.slice(0, -1),
            JSON.stringify({ Today: TODAY, At: REWARDS_CLOCK }),
          )
        }
        model.lapse(ReferenceCode)
        return [what, {}, {}]
      }
    }
  }

  for (let step = 1; step <= steps; step++) {
    const [what, actual, expected] = await act(step)
    history.push(what)
    const differs = (of: string, actual: unknown, model: unknown): Divergence => ({
      seed,
      step,
      what: `${what}: ${of}`,
      actual,
      model,
      before: history,
    })
    if (!isDeepStrictEqual(actual, expected)) return differs('answer', actual, expected)
    const snapshot = await readSnapshot(app, members, gifts, types)
    if (!isDeepStrictEqual(snapshot, model.snapshot)) return differs('snapshot', snapshot, model.snapshot)
  }
  return undefined
}

/** Reads the state of the tables in the form of the model's snapshot. */
async function readSnapshot(
  app: TestApp,
  members: readonly { MembershipNo: string }[],
  gifts: readonly GiftModel[],
  types: readonly (string | null)[],
) {
  const inventory = (
    where: string,
  ) => `(select jsonb_build_object('onHand', qty_on_hand, 'reserved', qty_reserved, 'issued', qty_issued)
    from reward_inventory i left join building using (building_id) where i.reward_id = gift.id and ${where})`
  const ofGifts = await app.sql<object>(
    `select coalesce((select given::int from reward_given where reward_id = gift.id), 0) as given, ${inventory(`building.code = '${OUTLET}'`)} as here,
       ${inventory('i.building_id is null')} as pool,
       case when gift.type is not null then (select count(*)::int from voucher where voucher_type = gift.type and status = 'A') end as vouchers
     from unnest($1::bigint[], $2::text[]) with ordinality gift (id, type, position) order by position`,
    gifts.map(({ id }) => id),
    types,
  )
  const rows = await app.sql<{ code: string; status: string; until: string; paid: boolean; voucher: boolean }>(
    `select reference_code as code, status, validity_to::text as until, debit_history_id is not null as paid,
       voucher_no is not null and exists (select from voucher v where v.voucher_no = customer_reward.voucher_no and v.assigned_to = customer_reward.reference_code) as voucher
     from customer_reward where membership_no = any($1)`,
    members.map(({ MembershipNo }) => MembershipNo),
  )
  const ofMembers = await Promise.all(
    members.map(async ({ MembershipNo }) => {
      const [row] = await app.sql<object>(
        `select coalesce(max(b.points), 0)::int as points, coalesce(max(b.arrears), 0)::int as arrears, points_available($1, $2)::int as available,
           coalesce((select jsonb_agg(jsonb_build_object('remaining', lot.remaining, 'expiry', lot.expiry_date) order by lot.expiry_date, lot.earned_at, lot.history_id)
             from (select *, point_amount - point_reversed - point_utilized - point_expired as remaining from point_history where membership_no = $1) lot
             where lot.remaining > 0), '[]') as open
         from point_balance b where membership_no = $1`,
        MembershipNo,
        TODAY,
      )
      return row
    }),
  )
  return {
    gifts: ofGifts,
    customerRewards: Object.fromEntries(
      rows.map(({ code, status, until, paid, voucher }) => [
        code,
        { status, until: status === 'Expired' ? null : until, paid, voucher },
      ]),
    ),
    members: ofMembers,
  }
}
