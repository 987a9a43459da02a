import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type LevelMove, mayMove, levelRefusals as refusals } from '../../contract/level-histories.ts'
import { nameOfCategory } from './level-histories.ts'
import { comingCategory, refuseUnfit } from './validate-change.ts'

// What a decision does to a change of level. The request in the queue was decided just before, in the same transaction:
// that is where of several who decide at once one wins, and where nobody decides about his own.

/** The change as it stands, locked, together with its member; its state must allow what is to be done with it. */
export async function lockChange(ctx: Ctx, LevelHistoryId: number, move: LevelMove) {
  const found = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .innerJoin('Membership', 'Membership.MembershipNo', 'MembershipLevelHistory.MembershipNo')
    .select(['Membership.MembershipNo', 'Membership.CustomerId'])
    .where('LevelHistoryId', '=', LevelHistoryId)
    .executeTakeFirst()
  if (!found) throw refusals.notFound()
  // Customer, membership, change: in the order in which everybody locks them. Deleted ones as well: what was asked for
  // them must come to an end.
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(['CustomerId', 'FullName'])
    .where('CustomerId', '=', found.CustomerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const membership = await ctx.db
    .selectFrom('Membership')
    .selectAll()
    .where('MembershipNo', '=', found.MembershipNo)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const change = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .selectAll()
    .where('LevelHistoryId', '=', LevelHistoryId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!mayMove(change.Status, move)) throw refusals.notPending({ Status: change.Status })
  return { change, membership, customer }
}

/** Refuses what is not true any more: the member has moved or left, or the category was closed. */
export async function refuseOutdated(
  ctx: Ctx,
  { change, membership }: Pick<Awaited<ReturnType<typeof lockChange>>, 'change' | 'membership'>,
) {
  refuseUnfit(membership)
  const now = await comingCategory(ctx, membership.MembershipNo)
  if (now !== change.FromCategory)
    throw refusals.fromChanged({
      Now: await nameOfCategory(ctx, now),
      FromCategory: await nameOfCategory(ctx, change.FromCategory),
    })
  if (change.ToCategory === null) return
  const target = await ctx.db
    .selectFrom('CardCategory')
    .select('Status')
    .where('Code', '=', change.ToCategory)
    .where('CardGroupId', '=', membership.CardGroupId)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (target?.Status !== 'Active') throw refusals.categoryUnknown()
}

/** Who gives a level that was not earned says why; what counts is what the member has spent by now. */
async function refuseUnexplained(
  ctx: Ctx,
  { change, membership }: Pick<Awaited<ReturnType<typeof lockChange>>, 'change' | 'membership'>,
) {
  const { Action, RequiredAmount } = change
  if (Action !== 'Upgrade' || RequiredAmount === null || membership.CycleStart === null) return
  const { rows } = await sql<{ Spent: string; Enough: boolean }>`
    select spent, spent >= ${RequiredAmount}::numeric as enough
    from level_spend(${membership.MembershipNo}, ${membership.CycleStart}::date, ${ctx.today}::date) spent`.execute(
    ctx.db,
  )
  const { Spent, Enough } = rows[0]!
  if (!Enough) throw refusals.reasonRequired({ Spent, Required: RequiredAmount })
}

/** The change counts from the day that the company has set: the next one, or at once. */
export async function grantLevel(ctx: Ctx, LevelHistoryId: number, remark: string | null) {
  const pending = await lockChange(ctx, LevelHistoryId, 'approve')
  await refuseOutdated(ctx, pending)
  if (!remark) await refuseUnexplained(ctx, pending)
  const { change, membership } = pending
  const { rows } = await sql<{ EffectiveDate: string; CycleEnd: string | null }>`
    select effective_date, case when ${change.ToCategory}::text is not null then level_cycle_end(${membership.CardGroupId}, ${change.ToCategory}, effective_date) end as cycle_end
    from level_effective_date(${ctx.today}::date) effective_date`.execute(ctx.db)
  const { EffectiveDate, CycleEnd } = rows[0]!
  await ctx.db
    .updateTable('MembershipLevelHistory')
    .set({
      Status: 'Approved',
      ...decidedBy(ctx, remark),
      EffectiveDate,
      CycleStart: CycleEnd && EffectiveDate,
      CycleEnd,
      Version: change.Version + 1,
    })
    .where('LevelHistoryId', '=', LevelHistoryId)
    .execute()
  await sql`select apply_level(${LevelHistoryId}, ${ctx.today}, ${ctx.now})`.execute(ctx.db)
  note(ctx, 'Approve', change)
}

/** From when a change counts that is approved today, if that is not today. */
export async function laterDay(ctx: Ctx) {
  const { rows } = await sql<{ Day: string }>`select level_effective_date(${ctx.today}::date) as day`.execute(ctx.db)
  return rows[0]!.Day > ctx.today ? rows[0]!.Day : null
}

/** Nobody has decided after all: only while the change does not count, and nothing was built upon it. */
export async function takeBackLevel(ctx: Ctx, LevelHistoryId: number) {
  const { change } = await lockChange(ctx, LevelHistoryId, 'undo')
  if (change.AppliedAt !== null || change.LapsedAt !== null || change.EffectiveDate! <= ctx.today)
    throw refusals.inEffect()
  const followed = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .select('LevelHistoryId')
    .where('MembershipNo', '=', change.MembershipNo)
    .where('LevelHistoryId', '>', LevelHistoryId)
    .where('Status', 'in', ['Pending', 'Approved'])
    .executeTakeFirst()
  if (followed) throw refusals.followed()
  await sql`select take_back_level(${LevelHistoryId})`.execute(ctx.db)
  note(ctx, 'Undo', change)
}

/** The member stays. After a review of a cycle that means: for a further one. */
export async function refuseLevel(
  ctx: Ctx,
  LevelHistoryId: number,
  Status: 'Rejected' | 'Deleted',
  remark: string | null,
) {
  const { change, membership } = await lockChange(ctx, LevelHistoryId, Status === 'Deleted' ? 'delete' : 'reject')
  await ctx.db
    .updateTable('MembershipLevelHistory')
    .set({ Status, ...decidedBy(ctx, remark), Version: change.Version + 1 })
    .where('LevelHistoryId', '=', LevelHistoryId)
    .execute()
  if (change.Reason === 'Cycle review')
    await sql`
      select renew_cycle(review.membership_no, review.cycle_end + 1, ${ctx.today}, ${ctx.now}) from membership_cycle_review review
      where review.level_history_id = ${LevelHistoryId} and review.membership_no = ${membership.MembershipNo}
        and review.cycle_end = ${membership.CycleEnd} and review.card_category_code = ${membership.CardCategoryCode}`.execute(
      ctx.db,
    )
  note(ctx, Status === 'Deleted' ? 'Delete' : 'Reject', change)
}

const decidedBy = (ctx: Ctx, remark: string | null) => ({
  DecidedById: ctx.actor.userId,
  DecidedAt: ctx.now,
  DecisionRemark: remark,
})

const note = (ctx: Ctx, act: string, change: { LevelHistoryId: number; MembershipNo: string }) =>
  ctx.audit(
    `${act} Membership Level`,
    'MembershipLevelHistory',
    change.LevelHistoryId,
    `${act} Membership Level in Membership Level. LevelHistoryId - ${change.LevelHistoryId}, MembershipNo - ${change.MembershipNo}`,
  )
