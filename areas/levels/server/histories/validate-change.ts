import { sql } from 'kysely'
import type { LockedMembership } from '#areas/memberships/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { levelChangeRefusals as refusals } from '../../contract/level-histories.ts'

type Request = { Action: 'Upgrade' | 'Downgrade'; ToCategory: string }

/** Throws unless the member is active and premium, because other members have no level that can change. */
export function refuseMemberWithoutLevel(membership: LockedMembership) {
  if (membership.MemberType !== 'Premium Member') throw refusals.notPremium()
  if (membership.Status !== 'Active') throw refusals.notActive({ Status: membership.Status })
}

/** The category of the member, including approved changes that are not in effect yet. */
export const findUpcomingCategory = (ctx: Ctx, MembershipNo: string) =>
  databaseFunctions.comingCategory(ctx.db, { member: MembershipNo })

/** The requested category must be active and of the same group: higher for an upgrade, lower for a downgrade. */
export async function refuseWrongTargetCategory(
  ctx: Ctx,
  membership: LockedMembership,
  FromCategory: string | null,
  { Action, ToCategory }: Request,
) {
  const { rows } = await sql<{ Code: string; LevelSequence: number; InUse: boolean }>`
    select code, level_sequence, status = 'Active' as in_use from card_category
    where code in (${FromCategory}, ${ToCategory}) and status <> 'Deleted' and card_group_id = ${membership.CardGroupId}`.execute(
    ctx.db,
  )
  const from = rows.find(({ Code }) => Code === FromCategory)
  const to = rows.find(({ Code }) => Code === ToCategory)
  if (!to?.InUse) throw refusals.categoryUnknown()
  const above = to.LevelSequence - (from?.LevelSequence ?? 0)
  const names = { ToCategory, FromCategory: FromCategory ?? '' }
  if (Action === 'Upgrade' && above <= 0) throw refusals.notHigher(names)
  if (Action === 'Downgrade' && above >= 0) throw refusals.notLower(names)
}

type ChangeBasis = {
  ToCategory: string
  BasisAmount: string
  RequiredAmount: string | null
  BasisFrom: string | null
  BasisTo: string | null
  CardLevelId: number | null
}

/** Returns the member's spend in the current cycle, which approvers see for their decision. */
export async function findCurrentSpendBasis(
  ctx: Ctx,
  { MembershipNo, CardGroupId, CycleStart }: LockedMembership,
  { Action, ToCategory }: Request,
): Promise<ChangeBasis> {
  const { rows } = await sql<Omit<ChangeBasis, 'ToCategory' | 'BasisFrom' | 'BasisTo'>>`
    select level_spend(${MembershipNo}, ${CycleStart}::date, ${ctx.today}::date) as basis_amount, tier.card_level_id,
      case when ${Action} = 'Upgrade' and tier.accumulate_amount > 0 then tier.accumulate_amount end as required_amount
    from (select) one left join levels_of(${CardGroupId}, ${ctx.today}) tier on tier.code = ${ToCategory}`.execute(
    ctx.db,
  )
  return { ToCategory, ...rows[0]!, BasisFrom: CycleStart, BasisTo: ctx.today }
}

/**
 * Returns the basis of a downgrade by cycle review. Head office need not wait for the grace period.
 * Members with enough spend, and members whose level never downgrades, are refused.
 */
export async function findDowngradeBasis(
  ctx: Ctx,
  { MembershipNo, CycleStart, CycleEnd }: LockedMembership,
): Promise<ChangeBasis> {
  if (!CycleStart || !CycleEnd || CycleEnd >= ctx.today) throw refusals.cycleRuns({ CycleEnd: CycleEnd ?? '–' })
  const { rows } = await sql<{
    Spend: string
    MaintainAmount: string
    CardLevelId: number | null
    FallsTo: string | null
    GraceUntil: string
    EnoughYN: boolean
    ReviewedYN: boolean
  }>`
    select cycle.spend, cycle.maintain_amount, cycle.card_level_id, cycle.falls_to, least(cycle.grace_until, ${ctx.today}::date) as grace_until,
      cycle.spend >= cycle.maintain_amount as enough_yn,
      exists (select from membership_cycle_review past where past.membership_no = holder.membership_no and past.cycle_end = holder.cycle_end) as reviewed_yn
    from membership holder cross join lateral cycle_status(holder, ${ctx.today}::date) cycle
    where holder.membership_no = ${MembershipNo}`.execute(ctx.db)
  const cycle = rows[0]!
  if (cycle.ReviewedYN) throw refusals.reviewed()
  if (cycle.EnoughYN) throw refusals.maintained()
  if (cycle.FallsTo === null) throw refusals.noneBelow()
  return {
    ToCategory: cycle.FallsTo,
    BasisAmount: cycle.Spend,
    RequiredAmount: cycle.MaintainAmount,
    BasisFrom: CycleStart,
    BasisTo: cycle.GraceUntil,
    CardLevelId: cycle.CardLevelId,
  }
}
