import { z } from 'zod'
import type { ApprovalEffect } from '#areas/approvals/contract.ts'
import { defineApprovalKind } from '#areas/approvals/server/index.ts'
import { Id } from '#kit/contract/fields.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { KeepTierOf, MergeField } from '../contract.ts'
import { findMergeBlockers, findMergeWarnings } from './merge-blockers.ts'
import { countRowsToMove } from './move-rows.ts'
import { MERGE_APPROVAL_KIND } from './names.ts'
import { findMergeParties } from './parties.ts'
import { buildSurvivorValues, listFieldChoices, planMerge } from './plan.ts'
import { listMembershipChanges } from './preview-merge.ts'
import { createMergeMapping, type MergeInput, writeMerge } from './write-merge.ts'

const payload = z.strictObject({
  SurvivorId: Id,
  MergedId: Id,
  KeepTierOf,
  TakeFromMerged: z.array(MergeField),
  Reason: z.string(),
})

/** The kind of request for merges: shows the effects, and writes the merge once it is approved. */
export const mergeApprovalKind = defineApprovalKind({
  name: MERGE_APPROVAL_KIND,
  privilege: 'Approve Requests',
  payload,
  effects: effectsOf,
  approve: (ctx, input, request) => writeMerge(ctx, input, request),
})

async function effectsOf(ctx: Ctx, input: MergeInput): Promise<ApprovalEffect[]> {
  const parties = await findMergeParties(ctx, input)
  const [blocker] = await findMergeBlockers(ctx, parties)
  if (blocker) throw blocker
  const plan = planMerge(parties, input.KeepTierOf)
  buildSurvivorValues(parties, plan, input.TakeFromMerged)
  const [moves, warnings] = await Promise.all([
    countRowsToMove(ctx, createMergeMapping(parties, plan.memberships)),
    findMergeWarnings(ctx, parties, plan),
  ])
  const effect = (
    key: string,
    params: Record<string, string | number>,
    Before: ApprovalEffect['Before'],
    After: ApprovalEffect['After'],
  ) => ({
    What: { key, params },
    Before,
    After,
  })
  const balance = (number: string, before: number, after: number) =>
    before === after ? [] : [effect('approvals:effect.balance', { number }, before, after)]
  const takenFields = listFieldChoices(parties, { staff: String, leadSource: String }).filter(
    ({ Field, Survivor, Merged }) => input.TakeFromMerged.includes(Field) && Survivor !== Merged,
  )
  return [
    effect('approvals:effect.remark', {}, null, input.Reason),
    ...warnings.map(({ code, params }) => effect(`merges:refusals.${code.split('.')[1]}`, params, null, null)),
    ...listMembershipChanges(plan.memberships).flatMap((change) =>
      change.Into === null
        ? [effect('approvals:effect.membershipMoves', { number: change.MembershipNo }, null, change.CardGroupName)]
        : [
            ...balance(change.MembershipNo, change.Points, 0),
            ...balance(change.Into, change.PointsBefore, change.PointsAfter),
            ...(change.CategoryBefore === change.CategoryAfter
              ? []
              : [
                  effect(
                    'approvals:effect.category',
                    { number: change.Into },
                    change.CategoryBefore,
                    change.CategoryAfter,
                  ),
                ]),
          ],
    ),
    ...takenFields.map(({ Field, Survivor, Merged }) => effect(`customers:fields.${Field}`, {}, Survivor, Merged)),
    ...moves.map(({ What, Count }) => effect(`merges:values.What.${What}`, {}, null, Count)),
  ]
}
