import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { getMerge as endpoint } from '../contract.ts'
import { messageOf } from './merge-blockers.ts'
import { keptOf, mergeOf, unmergeUntil } from './merge-rows.ts'
import { undoBlockersOf } from './undo-blockers.ts'

/** One merge with what went over, and what stands against undoing it as things are now. */
export async function getMerge(ctx: Ctx, { MergeId }: Input<typeof endpoint>) {
  const merge = await mergeOf(ctx, MergeId)
  const kept = await keptOf(ctx, merge)
  const Moves = Object.entries(kept.Moved).map(([What, byNumber]) => ({
    What,
    Count: Object.values(byNumber).flat().length,
  }))
  const blockers = merge.Status === 'Merged' ? await undoBlockersOf(ctx, merge, kept) : []
  return { ...merge, Moves, UnmergeUntil: unmergeUntil(merge), Blockers: blockers.map(messageOf) }
}
