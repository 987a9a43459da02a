import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import type * as contract from '../contract.ts'
import { findingFor } from './findings.ts'

/** A decision on a finding. It may be decided again later: a second look counts instead, and the first stays on record. */
export async function decideFinding(
  ctx: Ctx,
  { FindingId, Version, Decision, Reason }: Input<typeof contract.decideFinding>,
) {
  // Locked before it is looked at: of two who decide at once, the second reads what the first decided.
  await sql`select from watch_finding where finding_id = ${FindingId} for update`.execute(ctx.db)
  const finding = await findingFor(ctx, FindingId)
  if (finding.Version !== Version) throw stale(finding)
  const decided = { Reason, DecidedBy: ctx.actor.name, DecidedById: ctx.actor.userId, DecidedAt: ctx.now }
  await ctx.db
    .updateTable('WatchFinding')
    .set({ ...decided, Status: Decision, Version: Version + 1 })
    .where('FindingId', '=', FindingId)
    .execute()
  await ctx.db
    .insertInto('WatchDecision')
    .values({ ...decided, FindingId, Decision, Acts: finding.Acts })
    .execute()
  ctx.audit(
    'Decide Finding',
    'Finding',
    FindingId,
    `Decide Finding in Loyalty Watch. FindingId - ${FindingId}, ${finding.Pattern}, Decision - ${Decision}`,
  )
  return findingFor(ctx, FindingId)
}
