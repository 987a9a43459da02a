import { sql } from 'kysely'
import type { LockedMembership } from '#areas/memberships/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { levelRefusals as refusals } from '../../contract/level-histories.ts'

type Request = { Action: 'Upgrade' | 'Downgrade'; ToCategory: string }

/** Who is not a premium member in use has no level that could change. */
export function refuseUnfit(membership: LockedMembership) {
  if (membership.MemberType !== 'Premium Member') throw refusals.notPremium()
  if (membership.Status !== 'Active') throw refusals.notActive({ Status: membership.Status })
}

/** The category the member is in, or comes into by what is approved already. */
export async function comingCategory(ctx: Ctx, MembershipNo: string) {
  const { rows } = await sql<{ Category: string | null }>`select coming_category(${MembershipNo}) as category`.execute(
    ctx.db,
  )
  return rows[0]!.Category
}

/** The target must be a tier in use of the same group, above the present one for an upgrade and below for a downgrade. */
export async function refuseWrongTarget(
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

type Ground = {
  ToCategory: string
  BasisAmount: string
  RequiredAmount: string | null
  BasisFrom: string | null
  BasisTo: string | null
  CardLevelId: number | null
}

/** What the member has spent in the cycle so far: the figure that anyone who decides looks at. */
export async function presentGround(
  ctx: Ctx,
  { MembershipNo, CardGroupId, CycleStart }: LockedMembership,
  { Action, ToCategory }: Request,
): Promise<Ground> {
  const { rows } = await sql<Omit<Ground, 'ToCategory' | 'BasisFrom' | 'BasisTo'>>`
    select level_spend(${MembershipNo}, ${CycleStart}::date, ${ctx.today}::date) as basis_amount, tier.card_level_id,
      case when ${Action} = 'Upgrade' and tier.accumulate_amount > 0 then tier.accumulate_amount end as required_amount
    from (select) one left join levels_of(${CardGroupId}, ${ctx.today}) tier on tier.code = ${ToCategory}`.execute(
    ctx.db,
  )
  return { ToCategory, ...rows[0]!, BasisFrom: CycleStart, BasisTo: ctx.today }
}

/**
 * What a review of the ended cycle says. Head office need not wait for the days of grace; anyone who did spend enough,
 * or whom the level lets stay, is not asked for.
 */
export async function reviewGround(
  ctx: Ctx,
  { MembershipNo, CycleStart, CycleEnd }: LockedMembership,
): Promise<Ground> {
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
    select stand.spend, stand.maintain_amount, stand.card_level_id, stand.falls_to, least(stand.grace_until, ${ctx.today}::date) as grace_until,
      stand.spend >= stand.maintain_amount as enough_yn,
      exists (select from membership_cycle_review past where past.membership_no = holder.membership_no and past.cycle_end = holder.cycle_end) as reviewed_yn
    from membership holder cross join lateral cycle_status(holder, ${ctx.today}::date) stand
    where holder.membership_no = ${MembershipNo}`.execute(ctx.db)
  const stand = rows[0]!
  if (stand.ReviewedYN) throw refusals.reviewed()
  if (stand.EnoughYN) throw refusals.maintained()
  if (stand.FallsTo === null) throw refusals.noneBelow()
  return {
    ToCategory: stand.FallsTo,
    BasisAmount: stand.Spend,
    RequiredAmount: stand.MaintainAmount,
    BasisFrom: CycleStart,
    BasisTo: stand.GraceUntil,
    CardLevelId: stand.CardLevelId,
  }
}
