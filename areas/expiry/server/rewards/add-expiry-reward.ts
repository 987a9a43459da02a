import { sql } from 'kysely'
import { issueReward } from '#areas/customer-rewards/server/index.ts'
import { refusals as pointRefusals } from '#areas/points/contract/ledger.ts'
import { findMember } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract/rewards.ts'
import { toExpire } from '../expiries.ts'
import { getReward, logged } from './expiry-rewards.ts'

const { rewardRefusals: refusals, POINT_EXPIRY } = contract

/** Offers a member a reward against the points that end in a month; they are taken when it is claimed. */
export async function addExpiryReward(ctx: Ctx, input: Input<typeof contract.addExpiryReward>) {
  if (!ctx.actor.isHQ) throw refusals.headOfficeCreates()
  const member = await findMember(ctx.db, input.MembershipNo)
  if (member.Status !== 'Active' || member.CustomerStatus !== 'Active') throw pointRefusals.notActive()
  const { MembershipNo } = member
  const Period = periodOf(input)
  const ending = await endingPoints(ctx, MembershipNo, input, Period)
  // Behind the member's lock: of several who offer at once one does.
  const existing = await offeredFor(ctx, MembershipNo, Period)
  if (existing !== undefined) throw refusals.createdAlready({ ReferenceCode: existing })
  const reward = await chosenReward(ctx, MembershipNo, ending, input.RewardId)
  const ValidityTo = input.ValidityTo ?? soonest(ending.ExpiryDate, reward.ValidTo)
  if (ValidityTo > ending.ExpiryDate) throw refusals.lateValidity({ Date: ending.ExpiryDate })
  if (ValidityTo < ctx.today) throw refusals.pastValidity()

  const { ReferenceCode } = await issueReward(ctx, MembershipNo, reward.RewardId, {
    Period,
    ValidityTo,
    Remarks: input.Remarks,
  })
  await ctx.db
    .insertInto('PointExpiryOffer')
    .values({
      ReferenceCode,
      ExpiryYear: input.ExpiryYear,
      ExpiryMonth: input.ExpiryMonth,
      PointExpiry: ending.PointExpiry,
      PointBalance: ending.PointBalance,
      ExpiryDate: ending.ExpiryDate,
    })
    .execute()

  ctx.audit(...logged('Create Point Expiry Reward', ReferenceCode))
  return getReward(ctx, ReferenceCode)
}

type Ending = { PointExpiry: number; ExpiryDate: string; PointBalance: number; Available: number }
type Bucket = { ExpiryYear: number; ExpiryMonth: number }

const periodOf = ({ ExpiryYear, ExpiryMonth }: Bucket) => `${ExpiryYear}-${String(ExpiryMonth).padStart(2, '0')}`

const soonest = (day: string, other: string | null) => (other !== null && other < day ? other : day)

/** What ends in the month, and what the member has; with the member's lock, so that both are of one moment. */
async function endingPoints(
  ctx: Ctx,
  MembershipNo: string,
  { ExpiryYear, ExpiryMonth }: Bucket,
  Period: string,
): Promise<Ending> {
  await sql`select lock_balance(${MembershipNo})`.execute(ctx.db)
  const { rows } = await sql<Ending>`
    with month as (select make_date(${ExpiryYear}::int, ${ExpiryMonth}::int, 1) as first_day)
    select coalesce(sum(${toExpire(ctx.today)}), 0)::bigint as point_expiry, max(h.expiry_date) as expiry_date,
      (select points from balances(${ctx.today}) where membership_no = ${MembershipNo} and balance_type = 'Jewel Club Points') as point_balance,
      points_available(${MembershipNo}, ${ctx.today}) as available
    from point_history h, month
    where h.membership_no = ${MembershipNo} and h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
      and h.expiry_date >= greatest(first_day, ${ctx.today}::date) and h.expiry_date < first_day + interval '1 month'`.execute(
    ctx.db,
  )
  const ending = rows[0]!
  if (ending.PointExpiry === 0) throw refusals.nothingExpires({ Period })
  return ending
}

async function offeredFor(ctx: Ctx, MembershipNo: string, Period: string) {
  const offered = await ctx.db
    .selectFrom('CustomerReward')
    .select('ReferenceCode')
    .where('MembershipNo', '=', MembershipNo)
    .where('Type', '=', POINT_EXPIRY)
    .where('Period', '=', Period)
    .where('Status', 'not in', ['Cancelled', 'Deleted'])
    .executeTakeFirst()
  return offered?.ReferenceCode
}

type Chosen = { RewardId: number; ValidTo: string | null }

/** The one that is asked for, or the largest that the ending points pay for. */
async function chosenReward(
  ctx: Ctx,
  MembershipNo: string,
  { PointExpiry, Available }: Ending,
  RewardId: number | null | undefined,
): Promise<Chosen> {
  if (RewardId) return askedFor(ctx, RewardId, Available)
  const { rows } = await sql<Chosen & { Offered: boolean }>`
    select best.reward_id, best.valid_to, exists (select from expiry_rewards_for(member, ${ctx.today})) as offered
    from membership member cross join lateral expiry_reward_for(member, ${Math.min(PointExpiry, Available)}::bigint, ${ctx.today}) best
    where member.membership_no = ${MembershipNo}`.execute(ctx.db)
  const best = rows[0]
  if (!best?.Offered) throw refusals.noReward()
  if (best.RewardId === null) throw refusals.tooFew({ Points: PointExpiry })
  return best
}

async function askedFor(ctx: Ctx, RewardId: number, Available: number): Promise<Chosen> {
  const reward = await ctx.db
    .selectFrom('Reward')
    .select(['RewardId', 'Code', 'Type', 'DeductPointInClaimYN', 'PointDeduct', 'ValidTo'])
    .where('RewardId', '=', RewardId)
    .executeTakeFirstOrThrow()
  const { Code, Type, DeductPointInClaimYN, PointDeduct } = reward
  if (Type !== POINT_EXPIRY || DeductPointInClaimYN !== 'Y' || PointDeduct === 0) throw refusals.otherType({ Code })
  if (PointDeduct > Available) throw pointRefusals.notEnough({ Available })
  return reward
}
