import { sql } from 'kysely'
import { issueReward } from '#areas/customer-rewards/server/index.ts'
import { pointRefusals } from '#areas/points/contract/ledger.ts'
import { findMemberByNumber } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract/rewards.ts'
import { pointsToExpireSql } from '../expiries.ts'
import { createExpiryRewardLogEntry, readExpiryReward } from './expiry-rewards.ts'

const { rewardRefusals: refusals, POINT_EXPIRY } = contract

/** Offers a member a reward against the points that expire in a month. The claim deducts the points. */
export async function addExpiryReward(ctx: Ctx, input: Input<typeof contract.addExpiryReward>) {
  if (!ctx.actor.isHQ) throw refusals.headOfficeCreates()
  const member = await findMemberByNumber(ctx.db, input.MembershipNo)
  if (member.Status !== 'Active' || member.CustomerStatus !== 'Active') throw pointRefusals.notActive()
  const { MembershipNo } = member
  const Period = periodOf(input)
  const expiring = await readExpiringPoints(ctx, MembershipNo, input, Period)
  // Concurrent offers run one after another under the lock on the member's balance, and only the first succeeds.
  const existing = await findExistingOffer(ctx, MembershipNo, Period)
  if (existing !== undefined) throw refusals.createdAlready({ ReferenceCode: existing })
  const reward = await selectReward(ctx, MembershipNo, expiring, input.RewardId)
  const ValidityTo = input.ValidityTo ?? earlier(expiring.ExpiryDate, reward.ValidTo)
  if (ValidityTo > expiring.ExpiryDate) throw refusals.lateValidity({ Date: expiring.ExpiryDate })
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
      PointExpiry: expiring.PointExpiry,
      PointBalance: expiring.PointBalance,
      ExpiryDate: expiring.ExpiryDate,
    })
    .execute()

  ctx.audit(...createExpiryRewardLogEntry('Create Point Expiry Reward', ReferenceCode))
  return readExpiryReward(ctx, ReferenceCode)
}

type ExpiringPoints = { PointExpiry: number; ExpiryDate: string; PointBalance: number; Available: number }
type ExpiryMonth = { ExpiryYear: number; ExpiryMonth: number }

const periodOf = ({ ExpiryYear, ExpiryMonth }: ExpiryMonth) => `${ExpiryYear}-${String(ExpiryMonth).padStart(2, '0')}`

const earlier = (day: string, limit: string | null) => (limit !== null && limit < day ? limit : day)

/** Locks the member's balance. Reads the points that expire in the month, the balance and the available points. */
async function readExpiringPoints(
  ctx: Ctx,
  MembershipNo: string,
  { ExpiryYear, ExpiryMonth }: ExpiryMonth,
  Period: string,
): Promise<ExpiringPoints> {
  await sql`select lock_balance(${MembershipNo})`.execute(ctx.db)
  const { rows } = await sql<ExpiringPoints>`
    with month as (select make_date(${ExpiryYear}::int, ${ExpiryMonth}::int, 1) as first_day)
    select coalesce(sum(${pointsToExpireSql(ctx.today)}), 0)::bigint as point_expiry, max(h.expiry_date) as expiry_date,
      (select points from balances(${ctx.today}) where membership_no = ${MembershipNo} and balance_type = 'Jewel Club Points') as point_balance,
      points_available(${MembershipNo}, ${ctx.today}) as available
    from point_history h, month
    where h.membership_no = ${MembershipNo} and h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
      and h.expiry_date >= greatest(first_day, ${ctx.today}::date) and h.expiry_date < first_day + interval '1 month'`.execute(
    ctx.db,
  )
  const expiring = rows[0]!
  if (expiring.PointExpiry === 0) throw refusals.nothingExpires({ Period })
  return expiring
}

async function findExistingOffer(ctx: Ctx, MembershipNo: string, Period: string) {
  const offer = await ctx.db
    .selectFrom('CustomerReward')
    .select('ReferenceCode')
    .where('MembershipNo', '=', MembershipNo)
    .where('Type', '=', POINT_EXPIRY)
    .where('Period', '=', Period)
    .where('Status', 'not in', ['Cancelled', 'Deleted'])
    .executeTakeFirst()
  return offer?.ReferenceCode
}

type SelectedReward = { RewardId: number; ValidTo: string | null }

/** Returns the requested reward, or the largest reward that the expiring points can pay for. */
async function selectReward(
  ctx: Ctx,
  MembershipNo: string,
  { PointExpiry, Available }: ExpiringPoints,
  RewardId: number | null | undefined,
): Promise<SelectedReward> {
  if (RewardId) return checkRequestedReward(ctx, RewardId, Available)
  const { rows } = await sql<SelectedReward & { Offered: boolean }>`
    select best.reward_id, best.valid_to, exists (select from expiry_rewards_for(member, ${ctx.today})) as offered
    from membership member cross join lateral expiry_reward_for(member, ${Math.min(PointExpiry, Available)}::bigint, ${ctx.today}) best
    where member.membership_no = ${MembershipNo}`.execute(ctx.db)
  const best = rows[0]
  if (!best?.Offered) throw refusals.noReward()
  if (best.RewardId === null) throw refusals.tooFew({ Points: PointExpiry })
  return best
}

async function checkRequestedReward(ctx: Ctx, RewardId: number, Available: number): Promise<SelectedReward> {
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
