import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { getMerge as endpoint } from '../contract.ts'
import { toMergeMessage } from './merge-blockers.ts'
import { calculateUnmergeDeadline, readMerge, readMergeSnapshot } from './merge-rows.ts'
import { findUnmergeBlockers } from './undo-blockers.ts'

/** Returns one merge, the rows that it moved, and the current blockers of an undo. */
export async function getMerge(ctx: Ctx, { MergeId }: Input<typeof endpoint>) {
  const merge = await readMerge(ctx, MergeId)
  const snapshot = await readMergeSnapshot(ctx, merge)
  const Moves = Object.entries(snapshot.Moved).map(([What, byNumber]) => ({
    What,
    Count: Object.values(byNumber).flat().length,
  }))
  const blockers = merge.Status === 'Merged' ? await findUnmergeBlockers(ctx, merge, snapshot) : []
  return { ...merge, Moves, UnmergeUntil: calculateUnmergeDeadline(merge), Blockers: blockers.map(toMergeMessage) }
}
