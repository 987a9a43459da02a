import { sql } from 'kysely'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publish } from '#kit/server/events.ts'
import { refusals } from '../contract/refusals.ts'
import type * as contract from '../contract.ts'
import { customerRewardRedeemed } from './events.ts'
import {
  askRule,
  json,
  log,
  moved,
  type RefusedByName,
  refusalNamed,
  rewardNow,
  rewardsOf,
  sourceOf,
} from './reward-rows.ts'

type Redeem = Omit<Input<typeof contract.redeemRewards>, 'Remarks'> & { Remarks?: string | null | undefined }

async function redeem(ctx: Ctx, { MembershipNo, Rewards, CollectedOutletCode, Remarks }: Redeem) {
  const at = CollectedOutletCode ?? ctx.actor.outletCode
  const references = await askRule(
    ctx,
    sql<{ Answer: string[] }>`
      select redeem_rewards(${MembershipNo}, ${json(Rewards)}, ${at}, ${Remarks ?? null}, ${json(sourceOf(ctx))}) as answer`,
  )
  const rows = await Promise.all(references.map((reference) => rewardNow(ctx, reference)))
  for (const row of rows) {
    log(ctx, 'Redeem Reward', row.ReferenceCode)
    await publish(ctx, customerRewardRedeemed, moved(row))
  }
  return rows
}

/** Takes the points of Premium Gifts and reserves them: all or none. */
export async function redeemRewards(ctx: Ctx, input: Input<typeof contract.redeemRewards>) {
  if (input.Rewards.length === 0) throw refusals.empty()
  const redeemed = await redeem(ctx, input)
  const rows = redeemed.map(({ Available: _available, ...row }) => row)
  return { rows, Available: redeemed[0]!.Available }
}

/** The terms of one issue; what is left out is the reward's own. */
type Terms = {
  Period?: string | null | undefined
  ValidityTo?: string | null
  Points?: number | null
  VoucherValue?: string | null
  CollectedOutletCode?: string | null | undefined
  Remarks?: string | null | undefined
}

/** Issues a reward that is claimed later, for areas that give one: a level, a referral, a campaign. */
export async function issueReward(ctx: Ctx, MembershipNo: string, RewardId: number, terms: Terms = {}) {
  const reference = await askRule(
    ctx,
    sql<{ Answer: string }>`
      select issue_reward(${MembershipNo}, ${RewardId}::bigint, ${json(terms)}, ${json(sourceOf(ctx))}) as answer`,
    terms,
  )
  const row = await rewardNow(ctx, reference)
  log(ctx, 'Issue Reward', reference)
  await publish(ctx, customerRewardRedeemed, moved(row))
  return row
}

/** The specification's one call for both: a Premium Gift is redeemed, any other reward issued by head office. */
export async function addCustomerReward(ctx: Ctx, input: Input<typeof contract.addCustomerReward>) {
  const { CustomerId, RewardId, IsBirthdayPointDeduct, CollectedOutletCode, Remarks } = input
  const reward = await ctx.db
    .selectFrom('Reward')
    .select(['Type', 'Code'])
    .where('RewardId', '=', RewardId)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!reward) throw refusals.recordNotFound()
  const MembershipNo = await membershipOf(ctx, CustomerId, input.MembershipNo)
  const given = async () => {
    if (isRedeemedKind(reward.Type)) {
      if (!ctx.actor.roles.has('Redeem Rewards')) throw refusals.notRedeemable({ Code: reward.Code })
      const Rewards = [{ RewardId, IsBirthdayPointDeduct }]
      const [row] = await redeem(ctx, { MembershipNo, Rewards, CollectedOutletCode, Remarks })
      return row!
    }
    if (!ctx.actor.isHQ || !ctx.actor.roles.has('Rewards')) throw refusals.headOfficeIssues()
    return issueReward(ctx, MembershipNo, RewardId, { CollectedOutletCode, Remarks })
  }
  return { ...(await given()), Notices: [] }
}

/** The membership that is named, if it is the customer's; else the active one, of several the oldest. */
async function membershipOf(ctx: Ctx, CustomerId: number, named: string | null | undefined) {
  const { rows } = await sql<{ MembershipNo: string }>`
    select membership_no from membership
    where customer_id = surviving_customer(${CustomerId}) and status not in ('Merged', 'Deleted')
      and (${named ?? null}::text is null or membership_no = surviving_membership(${named ?? null}))
    order by status = 'Active' desc, join_date, membership_no limit 1`.execute(ctx.db)
  if (!rows[0]) throw refusals.memberNotFound()
  return rows[0].MembershipNo
}

type Outcome = { MembershipNo: string; ReferenceCode: string } | ({ MembershipNo: string } & RefusedByName)

/** Gives many members the same, or says what that would do; anyone who cannot have it is named with the reason, and keeps nobody else from it. */
export async function issueRewards(ctx: Ctx, input: Input<typeof contract.issueRewards>) {
  const { RewardId, MembershipNos, DryRunYN, ...terms } = input
  const rule = sql.raw(DryRunYN === 'Y' ? 'try_issue_to_many' : 'issue_to_many')
  const outcome = await askRule(
    ctx,
    sql<{ Answer: Outcome[] }>`
      select ${rule}(${MembershipNos}::text[], ${RewardId}::bigint, ${json(terms)}, ${json(sourceOf(ctx))}) as answer`,
    terms,
  )
  if (DryRunYN === 'Y') {
    const rows = outcome.map((one) => ({
      MembershipNo: one.MembershipNo,
      ReferenceCode: null,
      Refusal: 'Refused' in one ? refusalNamed(one) : null,
    }))
    return { Issued: rows.filter(({ Refusal }) => Refusal === null).length, rows }
  }
  const references = outcome.flatMap((one) => ('ReferenceCode' in one ? [one.ReferenceCode] : []))
  for (const row of await rewardsOf(ctx, references)) {
    log(ctx, 'Issue Reward', row.ReferenceCode)
    await publish(ctx, customerRewardRedeemed, moved(row))
  }
  const rows = outcome.map((one) =>
    'ReferenceCode' in one
      ? { ...one, Refusal: null }
      : { MembershipNo: one.MembershipNo, ReferenceCode: null, Refusal: refusalNamed(one) },
  )
  return { Issued: references.length, rows }
}
