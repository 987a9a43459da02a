import { sql } from 'kysely'
import { refusals as pointRefusals } from '#areas/points/contract/ledger.ts'
import { findMember } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract/rewards.ts'
import { toExpire } from '../expiries.ts'
import { getReward, logged, pointsFor, rewardStep, valueFor } from './expiry-rewards.ts'

const { rewardRefusals: refusals } = contract

/** Offers a member a voucher against the points that end in a month; they are taken when it is claimed. */
export async function addExpiryReward(ctx: Ctx, input: Input<typeof contract.addExpiryReward>) {
  if (!ctx.actor.isHQ) throw refusals.headOfficeCreates()
  const member = await findMember(ctx.db, input.MembershipNo)
  if (member.Status !== 'Active' || member.CustomerStatus !== 'Active') throw pointRefusals.notActive()
  const { MembershipNo } = member
  const ending = await endingPoints(ctx, MembershipNo, input)
  const offer = await offerFor(ctx, ending, input)
  const ValidityTo = input.ValidityTo ?? ending.ExpiryDate
  if (ValidityTo > ending.ExpiryDate) throw refusals.lateValidity({ Date: ending.ExpiryDate })
  if (ValidityTo < ctx.today) throw refusals.pastValidity()

  const { rows } = await sql<{ ReferenceCode: string }>`
    insert into point_expiry_reward (reference_code, membership_no, expiry_year, expiry_month, point_expiry, point_balance, expiry_date, points,
      voucher_value, validity_from, validity_to, remarks, outlet_code, created_by_id, created_at)
    values (next_reward_reference(${ctx.today}), ${MembershipNo}, ${input.ExpiryYear}, ${input.ExpiryMonth}, ${ending.PointExpiry},
      ${ending.PointBalance}, ${ending.ExpiryDate}, ${offer.Points}, ${offer.VoucherValue}, ${ctx.today}, ${ValidityTo}, ${input.Remarks ?? null},
      ${ctx.actor.outletCode}, ${ctx.actor.userId}, ${ctx.now})
    on conflict (membership_no, expiry_year, expiry_month) where status <> 'Cancelled' do nothing returning reference_code`.execute(
    ctx.db,
  )
  const ReferenceCode = rows[0]?.ReferenceCode
  if (ReferenceCode === undefined)
    throw refusals.createdAlready({ ReferenceCode: await existing(ctx, MembershipNo, input) })

  ctx.audit(...logged('Create Point Expiry Reward', ReferenceCode))
  return getReward(ctx, ReferenceCode)
}

type Ending = { PointExpiry: number; ExpiryDate: string; PointBalance: number; Available: number }
type Bucket = { ExpiryYear: number; ExpiryMonth: number }

/** What ends in the month, and what the member has; with the member's lock, so that both are of one moment. */
async function endingPoints(ctx: Ctx, MembershipNo: string, { ExpiryYear, ExpiryMonth }: Bucket): Promise<Ending> {
  await sql`select lock_balance(${MembershipNo})`.execute(ctx.db)
  const { rows } = await sql<Ending>`
    with month as (select make_date(${ExpiryYear}::int, ${ExpiryMonth}::int, 1) as first_day)
    select coalesce(sum(${toExpire(ctx.today)}), 0)::bigint as point_expiry, max(h.expiry_date) as expiry_date,
      (select points from point_balance where membership_no = ${MembershipNo} and balance_type = 'Jewel Club Points') as point_balance,
      points_available(${MembershipNo}, ${ctx.today}) as available
    from point_history h, month
    where h.membership_no = ${MembershipNo} and h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
      and h.expiry_date >= greatest(first_day, ${ctx.today}::date) and h.expiry_date < first_day + interval '1 month'`.execute(
    ctx.db,
  )
  const ending = rows[0]!
  if (ending.PointExpiry === 0)
    throw refusals.nothingExpires({ Period: `${ExpiryYear}-${String(ExpiryMonth).padStart(2, '0')}` })
  return ending
}

/** What is asked for, or what the settings suggest for so many points. */
async function offerFor(
  ctx: Ctx,
  { PointExpiry, Available }: Ending,
  { Points, VoucherValue }: Pick<Input<typeof contract.addExpiryReward>, 'Points' | 'VoucherValue'>,
) {
  if (Points && Points > Available) throw pointRefusals.notEnough({ Available })
  const step = await rewardStep(ctx)
  const spent = sql`${Points ?? Math.min(PointExpiry, Available)}::bigint`
  const { rows } = await sql<{ Points: number; VoucherValue: string }>`
    select ${pointsFor(spent, step)} as points, ${valueFor(spent, step)} as voucher_value`.execute(ctx.db)
  const offer = { Points: Points ?? rows[0]!.Points, VoucherValue: VoucherValue ?? rows[0]!.VoucherValue }
  if (offer.Points === 0 || /^[0.]+$/.test(offer.VoucherValue)) throw refusals.tooFew({ Points: PointExpiry })
  return offer
}

const existing = async (ctx: Ctx, MembershipNo: string, { ExpiryYear, ExpiryMonth }: Bucket) => {
  const reward = await ctx.db
    .selectFrom('PointExpiryReward')
    .select('ReferenceCode')
    .where('MembershipNo', '=', MembershipNo)
    .where('ExpiryYear', '=', ExpiryYear)
    .where('ExpiryMonth', '=', ExpiryMonth)
    .where('Status', '!=', 'Cancelled')
    .executeTakeFirst()
  return reward?.ReferenceCode ?? ''
}
