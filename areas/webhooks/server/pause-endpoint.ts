import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { refusals } from '../contract.ts'
import { findEndpoint, lockEndpoint, retryNow } from './endpoints.ts'

export async function pauseEndpoint(ctx: Ctx, { EndpointId }: Input<typeof contract.pauseEndpoint>) {
  const endpoint = await lockEndpoint(ctx, EndpointId)
  if (endpoint.Status !== 'Active') throw refusals.notActive()
  await ctx.db
    .updateTable('WebhookEndpoint')
    .set({
      Status: 'Paused',
      PausedReason: 'Manual',
      PausedAt: ctx.now,
      Version: endpoint.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('EndpointId', '=', EndpointId)
    .execute()
  ctx.audit('Pause Webhook Endpoint', 'WebhookEndpoint', EndpointId)
  return findEndpoint(ctx, EndpointId)
}

/** Continues the deliveries. Throws if events were deleted meanwhile, unless the caller accepts that. */
export async function resumeEndpoint(ctx: Ctx, { EndpointId, SkipLost }: Input<typeof contract.resumeEndpoint>) {
  const endpoint = await lockEndpoint(ctx, EndpointId)
  if (endpoint.Status !== 'Paused') throw refusals.notPaused()
  const oldest = await findOldestAfterGap(ctx, EndpointId)
  if (oldest !== undefined) {
    if (!SkipLost) throw refusals.eventsDeleted({ Position: oldest })
    await sql`update webhook_stream set position = greatest(position, ${oldest - 1})
      where endpoint_id = ${EndpointId} and end_position is null`.execute(ctx.db)
  }
  await ctx.db
    .updateTable('WebhookEndpoint')
    .set({
      Status: 'Active',
      PausedReason: null,
      PausedAt: null,
      Version: endpoint.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('EndpointId', '=', EndpointId)
    .execute()
  await sql`update webhook_progress set failing_since = null where endpoint_id = ${EndpointId}`.execute(ctx.db)
  await sql`update webhook_line set attempts = 0, first_failed_at = null
    where endpoint_id = ${EndpointId} and status = 'Waiting'`.execute(ctx.db)
  await retryNow(ctx, EndpointId)
  ctx.audit('Resume Webhook Endpoint', 'WebhookEndpoint', EndpointId)
  return findEndpoint(ctx, EndpointId)
}

/** Returns the position of the oldest stored event if events before it were due and are deleted. */
async function findOldestAfterGap({ db }: Ctx, endpointId: number): Promise<number | undefined> {
  const { rows } = await sql<{ Oldest: number }>`
    select oldest.position as oldest from webhook_stream stream, event_head head,
      (select min(position) as position from event) oldest
    where stream.endpoint_id = ${endpointId} and stream.end_position is null and stream.position < head.last_position
      and oldest.position > least(stream.position + 1, (select min(line.position) from webhook_line line
        where line.stream_id = stream.stream_id and line.status = 'Waiting'))`.execute(db)
  return rows[0]?.Oldest
}
