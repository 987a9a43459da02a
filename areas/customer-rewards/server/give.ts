import { sql } from 'kysely'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'
import type * as contract from '../contract.ts'
import { customerRewardRedeemed } from './events.ts'
import {
  logCustomerRewardAction,
  type RefusalByName,
  readCustomerReward,
  readCustomerRewards,
  refuseRewardConstraintViolation,
  rewardRuleRefusals,
  rewardRuleSource,
  toCustomerRewardEvent,
  toRefusalErrorBody,
} from './reward-rows.ts'

type RedeemInput = Omit<Input<typeof contract.redeemRewards>, 'Remarks'> & { Remarks?: string | null | undefined }

async function redeem(ctx: Ctx, { MembershipNo, Rewards, CollectedOutletCode, Remarks }: RedeemInput) {
  const collectAt = CollectedOutletCode ?? ctx.actor.outletCode
  const references = await databaseFunctions.redeemRewards(
    ctx.db,
    { number: MembershipNo, rewards: Rewards, collectAt, remark: Remarks ?? null, source: rewardRuleSource(ctx) },
    rewardRuleRefusals,
  )
  const rows = await Promise.all(references.map((reference) => readCustomerReward(ctx, reference)))
  for (const row of rows) {
    logCustomerRewardAction(ctx, 'Redeem Reward', row.ReferenceCode)
    await publishEvent(ctx, customerRewardRedeemed, toCustomerRewardEvent(row))
  }
  return rows
}

/** Redeems Premium Gifts: deducts the points and reserves the stock. If one gift is refused, no gift is redeemed. */
export async function redeemRewards(ctx: Ctx, input: Input<typeof contract.redeemRewards>) {
  if (input.Rewards.length === 0) throw customerRewardRefusals.empty()
  const redeemed = await redeem(ctx, input)
  const rows = redeemed.map(({ Available: _available, ...row }) => row)
  return { rows, Available: redeemed[0]!.Available }
}

/** The terms under which a reward is issued. An omitted term defaults to that of the reward. */
type Terms = {
  Period?: string | null | undefined
  ValidityTo?: string | null
  Points?: number | null
  VoucherValue?: string | null
  CollectedOutletCode?: string | null | undefined
  Remarks?: string | null | undefined
}

/** Issues a reward that the member claims later, for areas that give rewards, such as levels and referrals. */
export async function issueReward(ctx: Ctx, MembershipNo: string, RewardId: number, terms: Terms = {}) {
  const issue = { number: MembershipNo, ofReward: RewardId, terms, source: rewardRuleSource(ctx) }
  const reference = await databaseFunctions
    .issueReward(ctx.db, issue, rewardRuleRefusals)
    .catch(refuseRewardConstraintViolation(terms))
  const row = await readCustomerReward(ctx, reference)
  logCustomerRewardAction(ctx, 'Issue Reward', reference)
  await publishEvent(ctx, customerRewardRedeemed, toCustomerRewardEvent(row))
  return row
}

/** Redeems a Premium Gift or, for head office, issues any other reward, by the specification's one endpoint. */
export async function addCustomerReward(ctx: Ctx, input: Input<typeof contract.addCustomerReward>) {
  const { CustomerId, RewardId, IsBirthdayPointDeduct, CollectedOutletCode, Remarks } = input
  const reward = await ctx.db
    .selectFrom('Reward')
    .select(['Type', 'Code'])
    .where('RewardId', '=', RewardId)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!reward) throw customerRewardRefusals.recordNotFound()
  const MembershipNo = await findMembership(ctx, CustomerId, input.MembershipNo)
  const redeemOrIssue = async () => {
    if (isRedeemedKind(reward.Type)) {
      if (!ctx.actor.roles.has('Redeem Rewards')) throw customerRewardRefusals.notRedeemable({ Code: reward.Code })
      const Rewards = [{ RewardId, IsBirthdayPointDeduct }]
      const [row] = await redeem(ctx, { MembershipNo, Rewards, CollectedOutletCode, Remarks })
      return row!
    }
    if (!ctx.actor.isHQ || !ctx.actor.roles.has('Rewards')) throw customerRewardRefusals.headOfficeIssues()
    return issueReward(ctx, MembershipNo, RewardId, { CollectedOutletCode, Remarks })
  }
  return { ...(await redeemOrIssue()), Notices: [] }
}

/** Returns the requested membership of the customer; by default the Active membership, else the oldest. */
async function findMembership(ctx: Ctx, CustomerId: number, requested: string | null | undefined) {
  const { rows } = await sql<{ MembershipNo: string }>`
    select membership_no from membership
    where customer_id = surviving_customer(${CustomerId}) and status not in ('Merged', 'Deleted')
      and (${requested ?? null}::text is null or membership_no = surviving_membership(${requested ?? null}))
    order by status = 'Active' desc, join_date, membership_no limit 1`.execute(ctx.db)
  if (!rows[0]) throw customerRewardRefusals.memberNotFound()
  return rows[0].MembershipNo
}

type IssueOutcome = { MembershipNo: string; ReferenceCode: string } | ({ MembershipNo: string } & RefusalByName)

/**
 * Issues a reward to many members, or previews the issue (DryRunYN).
 * The reply lists the refused members with the reasons. All other members get the reward.
 */
export async function issueRewards(ctx: Ctx, input: Input<typeof contract.issueRewards>) {
  const { RewardId, MembershipNos, DryRunYN, ...terms } = input
  const rule = DryRunYN === 'Y' ? databaseFunctions.tryIssueToMany : databaseFunctions.issueToMany
  const issue = { numbers: MembershipNos, ofReward: RewardId, terms, source: rewardRuleSource(ctx) }
  const outcomes = (await rule(ctx.db, issue).catch(refuseRewardConstraintViolation(terms))) as IssueOutcome[]
  if (DryRunYN === 'Y') {
    const rows = outcomes.map((outcome) => ({
      MembershipNo: outcome.MembershipNo,
      ReferenceCode: null,
      Refusal: 'Refused' in outcome ? toRefusalErrorBody(outcome) : null,
    }))
    return { Issued: rows.filter(({ Refusal }) => Refusal === null).length, rows }
  }
  const references = outcomes.flatMap((outcome) => ('ReferenceCode' in outcome ? [outcome.ReferenceCode] : []))
  for (const row of await readCustomerRewards(ctx, references)) {
    logCustomerRewardAction(ctx, 'Issue Reward', row.ReferenceCode)
    await publishEvent(ctx, customerRewardRedeemed, toCustomerRewardEvent(row))
  }
  const rows = outcomes.map((outcome) =>
    'ReferenceCode' in outcome
      ? { ...outcome, Refusal: null }
      : { MembershipNo: outcome.MembershipNo, ReferenceCode: null, Refusal: toRefusalErrorBody(outcome) },
  )
  return { Issued: references.length, rows }
}
