import { requestApproval } from '#areas/approvals/server/index.ts'
import { lockCustomer } from '#areas/customers/server/index.ts'
import { findCustomerOfMembership, lockMembership } from '#areas/memberships/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { LEVEL_CHANGE_APPROVAL_KIND } from '../../contract/level-change.ts'
import { type addLevelHistory as endpoint, levelChangeRefusals as refusals } from '../../contract/level-histories.ts'
import { findCategoryName, readLevelHistory } from './level-histories.ts'
import {
  findCurrentSpendBasis,
  findDowngradeBasis,
  findUpcomingCategory,
  refuseMemberWithoutLevel,
  refuseWrongTargetCategory,
} from './validate-change.ts'

/** Requests a change of level, which has no effect until a second person approves it. */
export async function addLevelHistory(ctx: Ctx, input: Input<typeof endpoint>) {
  const customer = await lockCustomer(ctx, await findCustomerOfMembership(ctx, input.MembershipNo))
  const membership = await lockMembership(ctx, input.MembershipNo)
  const { MembershipNo, CycleStart, CycleEnd } = membership
  refuseMemberWithoutLevel(membership)
  const FromCategory = await findUpcomingCategory(ctx, MembershipNo)
  const isReview = input.Reason === 'Cycle review'
  // A change that was approved for tomorrow begins a new cycle, so the old cycle is not reviewed any more.
  if (isReview && FromCategory !== membership.CardCategoryCode) throw refusals.pending()
  const ground = isReview
    ? await findDowngradeBasis(ctx, membership)
    : await findCurrentSpendBasis(ctx, membership, { Action: input.Action, ToCategory: input.ToCategory! })
  const ToCategory = input.ToCategory ?? ground.ToCategory
  await refuseWrongTargetCategory(ctx, membership, FromCategory, { Action: input.Action, ToCategory })

  const { LevelHistoryId } = await ctx.db
    .insertInto('MembershipLevelHistory')
    .values({
      ...ground,
      MembershipNo,
      Action: input.Action,
      FromCategory,
      ToCategory,
      Reason: input.Reason,
      Remark: input.Remark ?? null,
      Status: 'Pending',
      RequestedById: ctx.actor.userId,
      RequestedAt: ctx.now,
      OutletCode: ctx.actor.outletCode,
    })
    .returning('LevelHistoryId')
    .executeTakeFirstOrThrow()
    .catch(refuseDuplicate)
  if (isReview)
    await ctx.db
      .insertInto('MembershipCycleReview')
      .values({
        MembershipNo,
        CycleStart: CycleStart!,
        CycleEnd: CycleEnd!,
        CardCategoryCode: FromCategory!,
        CardLevelId: ground.CardLevelId,
        Spend: ground.BasisAmount,
        MaintainAmount: ground.RequiredAmount!,
        Outcome: 'Downgrade',
        LevelHistoryId,
        ReviewedAt: ctx.now,
      })
      .execute()
  await queueLevelChange(ctx, {
    LevelHistoryId,
    MembershipNo,
    Action: input.Action,
    FromCategory,
    ToCategory,
    Name: customer.FullName,
  })

  ctx.audit(
    'Add Membership Level',
    'MembershipLevelHistory',
    LevelHistoryId,
    `Add Membership Level in Membership Level. MembershipNo - ${MembershipNo}, ${input.Action} to ${ToCategory}`,
  )
  return readLevelHistory(ctx, LevelHistoryId)
}

/** A member has at most one pending change; a unique index enforces it. */
function refuseDuplicate(error: { constraint?: string }): never {
  throw error.constraint === 'membership_level_history_one_pending' ? refusals.pending() : error
}

type LevelChange = {
  LevelHistoryId: number
  MembershipNo: string
  Action: 'Upgrade' | 'Downgrade'
  FromCategory: string | null
  ToCategory: string | null
  Name: string
}

/** Puts a change of level into the queue of approval requests. */
export async function queueLevelChange(
  ctx: Ctx,
  { LevelHistoryId, MembershipNo, Action, FromCategory, ToCategory, Name }: LevelChange,
) {
  await requestApproval(ctx, {
    Kind: LEVEL_CHANGE_APPROVAL_KIND,
    ObjectType: 'MembershipLevelHistory',
    ObjectId: LevelHistoryId,
    Summary: {
      key: `approvals:summary.${Action.toLowerCase()}`,
      params: {
        name: Name,
        from: await findCategoryName(ctx, FromCategory),
        to: await findCategoryName(ctx, ToCategory),
      },
    },
    Payload: { LevelHistoryId },
    Privilege: 'Approve Level',
    MembershipNo,
  })
}
