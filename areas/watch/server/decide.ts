import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import type * as contract from '../contract.ts'
import { readVisibleFinding } from './findings.ts'

/** Decides a finding; a later decision replaces the status, and earlier decisions stay in the history. */
export async function decideFinding(
  ctx: Ctx,
  { FindingId, Version, Decision, Reason }: Input<typeof contract.decideFinding>,
) {
  // The row is locked before it is read, so that the second of two concurrent decisions is rejected as outdated.
  await sql`select from watch_finding where finding_id = ${FindingId} for update`.execute(ctx.db)
  const finding = await readVisibleFinding(ctx, FindingId)
  if (finding.Version !== Version) throw staleVersionRefusal(finding)
  const decisionFields = { Reason, DecidedBy: ctx.actor.name, DecidedById: ctx.actor.userId, DecidedAt: ctx.now }
  await ctx.db
    .updateTable('WatchFinding')
    .set({ ...decisionFields, Status: Decision, Version: Version + 1 })
    .where('FindingId', '=', FindingId)
    .execute()
  await ctx.db
    .insertInto('WatchDecision')
    .values({ ...decisionFields, FindingId, Decision, Acts: finding.Acts })
    .execute()
  ctx.audit(
    'Decide Finding',
    'Finding',
    FindingId,
    `Decide Finding in Loyalty Watch. FindingId - ${FindingId}, ${finding.Pattern}, Decision - ${Decision}`,
  )
  return readVisibleFinding(ctx, FindingId)
}
