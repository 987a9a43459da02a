import { z } from 'zod'
import { approvalKind } from '#areas/approvals/server/index.ts'
import { Id } from '#kit/contract/fields.ts'
import { LEVEL_CHANGE } from '../contract/level-change.ts'
import { nameOfCategory } from './histories/level-histories.ts'
import { grantLevel, laterDay, refuseLevel, refuseOutdated, takeBackLevel } from './histories/settle.ts'

/** A change of level as the one queue sees it: deciding it there is the same as on the screen of levels. */
export const levelKind = approvalKind({
  name: LEVEL_CHANGE,
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
    await refuseOutdated(ctx, { change, membership })
    const category = {
      What: { key: 'approvals:effect.category', params: { number: change.MembershipNo } },
      Before: await nameOfCategory(ctx, change.FromCategory),
      After: await nameOfCategory(ctx, change.ToCategory),
    }
    const spent = {
      What: { key: 'approvals:effect.spent', params: {} },
      Before: change.BasisAmount,
      After: change.RequiredAmount,
    }
    return [category, spent]
  },
  approve: (ctx, { LevelHistoryId }, { DecisionRemark }) => grantLevel(ctx, LevelHistoryId, DecisionRemark),
  later: {
    countsFrom: laterDay,
    undo: (ctx, { LevelHistoryId }) => takeBackLevel(ctx, LevelHistoryId),
  },
  reject: (ctx, { LevelHistoryId }, { Status, DecisionRemark }) =>
    refuseLevel(ctx, LevelHistoryId, Status === 'Withdrawn' ? 'Deleted' : 'Rejected', DecisionRemark),
})
