import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import {
  isLevelChangeActionAllowed,
  type LevelChangeAction,
  levelChangeRefusals as refusals,
} from '../../contract/level-histories.ts'
import { findCategoryName } from './level-histories.ts'
import { findUpcomingCategory, refuseMemberWithoutLevel } from './validate-change.ts'

// A decision takes effect here, after the request in the queue was decided in the same transaction.
// The queue lets one of several concurrent decisions succeed, and refuses decisions by the requester.

/** Locks a change of level with its member, and checks that the status of the change allows the action. */
export async function lockLevelChange(ctx: Ctx, LevelHistoryId: number, action: LevelChangeAction) {
  const unlockedChange = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .innerJoin('Membership', 'Membership.MembershipNo', 'MembershipLevelHistory.MembershipNo')
    .select(['Membership.MembershipNo', 'Membership.CustomerId'])
    .where('LevelHistoryId', '=', LevelHistoryId)
    .executeTakeFirst()
  if (!unlockedChange) throw refusals.notFound()
  // Locks customer, membership and change in the order in which all calls lock.
  // Deleted members are included, so that their requests can still be rejected or deleted.
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(['CustomerId', 'FullName'])
    .where('CustomerId', '=', unlockedChange.CustomerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const membership = await ctx.db
    .selectFrom('Membership')
    .selectAll()
    .where('MembershipNo', '=', unlockedChange.MembershipNo)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const change = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .selectAll()
    .where('LevelHistoryId', '=', LevelHistoryId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!isLevelChangeActionAllowed(change.Status, action)) throw refusals.notPending({ Status: change.Status })
  return { change, membership, customer }
}

/** Refuses an outdated change: the member's category or status has changed, or the category was closed. */
export async function refuseOutdatedLevelChange(
  ctx: Ctx,
  { change, membership }: Pick<Awaited<ReturnType<typeof lockLevelChange>>, 'change' | 'membership'>,
) {
  refuseMemberWithoutLevel(membership)
  const now = await findUpcomingCategory(ctx, membership.MembershipNo)
  if (now !== change.FromCategory)
    throw refusals.fromChanged({
      Now: await findCategoryName(ctx, now),
      FromCategory: await findCategoryName(ctx, change.FromCategory),
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

/** Refuses an upgrade that has neither the required spend at this moment nor a reason. */
async function refuseUnexplained(
  ctx: Ctx,
  { change, membership }: Pick<Awaited<ReturnType<typeof lockLevelChange>>, 'change' | 'membership'>,
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

/** Approves a change of level, which takes effect the next day or at once, as configured. */
export async function applyLevelApproval(ctx: Ctx, LevelHistoryId: number, remark: string | null) {
  const pending = await lockLevelChange(ctx, LevelHistoryId, 'approve')
  await refuseOutdatedLevelChange(ctx, pending)
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
  await databaseFunctions.applyLevel(ctx.db, { id: LevelHistoryId, today: ctx.today, moment: ctx.now })
  note(ctx, 'Approve', change)
}

/** Returns the date from which an approval of today takes effect, or null if it takes effect at once. */
export async function findLaterEffectiveDate(ctx: Ctx) {
  const day = await databaseFunctions.levelEffectiveDate(ctx.db, { today: ctx.today })
  return day > ctx.today ? day : null
}

/** Undoes an approval that has no effect yet and on which no other change of level depends. */
export async function undoLevelApproval(ctx: Ctx, LevelHistoryId: number) {
  const { change } = await lockLevelChange(ctx, LevelHistoryId, 'undo')
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
  await databaseFunctions.takeBackLevel(ctx.db, { id: LevelHistoryId })
  note(ctx, 'Undo', change)
}

/** Rejects a change of level. After a cycle review the member begins the next cycle. */
export async function applyLevelRejection(
  ctx: Ctx,
  LevelHistoryId: number,
  Status: 'Rejected' | 'Deleted',
  remark: string | null,
) {
  const { change, membership } = await lockLevelChange(ctx, LevelHistoryId, Status === 'Deleted' ? 'delete' : 'reject')
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
