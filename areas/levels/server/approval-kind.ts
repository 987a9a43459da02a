import { z } from 'zod'
import { defineApprovalKind } from '#areas/approvals/server/index.ts'
import { Id } from '#kit/contract/fields.ts'
import { LEVEL_CHANGE_APPROVAL_KIND } from '../contract/level-change.ts'
import {
  applyLevelApproval,
  applyLevelRejection,
  findLaterEffectiveDate,
  refuseOutdatedLevelChange,
  undoLevelApproval,
} from './histories/decision-effects.ts'
import { findCategoryName } from './histories/level-histories.ts'

/** The kind of request for changes of level. Decisions in the queue and on the level pages have the same effect. */
export const levelApprovalKind = defineApprovalKind({
  name: LEVEL_CHANGE_APPROVAL_KIND,
  privilege: 'Approve Level',
  payload: z.strictObject({ LevelHistoryId: Id }),
  effects: async (ctx, { LevelHistoryId }) => {
    const change = await ctx.db
      .selectFrom('MembershipLevelHistory')
      .selectAll()
      .where('LevelHistoryId', '=', LevelHistoryId)
      .executeTakeFirstOrThrow()
    const membership = await ctx.db
      .selectFrom('Membership')
      .selectAll()
      .where('MembershipNo', '=', change.MembershipNo)
      .executeTakeFirstOrThrow()
    await refuseOutdatedLevelChange(ctx, { change, membership })
    const category = {
      What: { key: 'approvals:effect.category', params: { number: change.MembershipNo } },
      Before: await findCategoryName(ctx, change.FromCategory),
      After: await findCategoryName(ctx, change.ToCategory),
    }
    const spent = {
      What: { key: 'approvals:effect.spent', params: {} },
      Before: change.BasisAmount,
      After: change.RequiredAmount,
    }
    return [category, spent]
  },
  approve: (ctx, { LevelHistoryId }, { DecisionRemark }) => applyLevelApproval(ctx, LevelHistoryId, DecisionRemark),
  later: {
    countsFrom: findLaterEffectiveDate,
    undo: (ctx, { LevelHistoryId }) => undoLevelApproval(ctx, LevelHistoryId),
  },
  reject: (ctx, { LevelHistoryId }, { Status, DecisionRemark }) =>
    applyLevelRejection(ctx, LevelHistoryId, Status === 'Withdrawn' ? 'Deleted' : 'Rejected', DecisionRemark),
})
