import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { REPLAY_EVENTS_MAX, refusals, type WebhookReplay } from '../contract.ts'
import { lockEndpoint } from './endpoints.ts'

const replays = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('WebhookStream')
    .select(['EndpointId', 'Position', 'RequestedAt', 'EndedAt'])
    .select([
      sql<number>`stream_id`.as('ReplayId'),
      sql<number>`start_position + 1`.as('FromPosition'),
      sql<number>`end_position`.as('ToPosition'),
      sql<WebhookReplay['Status']>`status`.as('Status'),
    ])
    .where('EndPosition', 'is not', null)

export const listReplays = (ctx: Ctx, { EndpointId }: Input<typeof contract.listReplays>) =>
  queryList(replays(ctx).where('EndpointId', '=', EndpointId), { tie: 'ReplayId' })

async function findReplay(ctx: Ctx, replayId: number): Promise<WebhookReplay> {
  const replay = await replays(ctx).where('StreamId', '=', replayId).executeTakeFirst()
  if (!replay) throw refusals.replayNotFound()
  return replay
}

/** Queues the events of a range, which ends at the last event that was due for the endpoint. */
export async function replayEvents(ctx: Ctx, { EndpointId, ...range }: Input<typeof contract.replayEvents>) {
  const { FromPosition, ToPosition, FromTime, ToTime } = range
  if (FromPosition === undefined && FromTime === undefined) throw refusals.rangeNeeded()
  await lockEndpoint(ctx, EndpointId)
  const running = await replays(ctx).where('EndpointId', '=', EndpointId).where('Status', '=', 'Running').execute()
  if (running.length > 0) throw refusals.replayRunning()
  const { rows } = await sql<{ First: number | null; Last: number | null }>`
    select min(event.position) as first, max(event.position) as last
    from webhook_stream stream join event on event.position <= stream.position
    where stream.endpoint_id = ${EndpointId} and stream.end_position is null
      and event.position >= ${FromPosition ?? 1} and event.position <= ${ToPosition ?? Number.MAX_SAFE_INTEGER}
      and (${FromTime ?? null}::text is null or event.published_at >= instant_of(${FromTime ?? null}))
      and (${ToTime ?? null}::text is null or event.published_at <= instant_of(${ToTime ?? null}))`.execute(ctx.db)
  const { First, Last } = rows[0]!
  if (First === null || Last === null) throw refusals.rangeEmpty()
  if (Last - First >= REPLAY_EVENTS_MAX) throw refusals.rangeTooLong({ Max: REPLAY_EVENTS_MAX })
  const { StreamId } = await ctx.db
    .insertInto('WebhookStream')
    .values({
      EndpointId,
      StartPosition: First - 1,
      Position: First - 1,
      EndPosition: Last,
      RequestedAt: ctx.now,
    })
    .returning('StreamId')
    .executeTakeFirstOrThrow()
  ctx.audit(
    'Replay Webhook Events',
    'WebhookEndpoint',
    EndpointId,
    `Replay Webhook Events. EndpointId - ${EndpointId}, Positions - ${First} to ${Last}`,
  )
  return findReplay(ctx, StreamId)
}

export async function cancelReplay(ctx: Ctx, { ReplayId }: Input<typeof contract.cancelReplay>) {
  const { EndpointId } = await findReplay(ctx, ReplayId)
  await lockEndpoint(ctx, EndpointId)
  const { Status } = await findReplay(ctx, ReplayId)
  if (Status !== 'Running') throw refusals.replayEnded()
  await ctx.db
    .updateTable('WebhookStream')
    .set({ Status: 'Cancelled', EndedAt: ctx.now })
    .where('StreamId', '=', ReplayId)
    .execute()
  await ctx.db.deleteFrom('WebhookLine').where('StreamId', '=', ReplayId).execute()
  ctx.audit('Cancel Webhook Replay', 'WebhookEndpoint', EndpointId)
  return findReplay(ctx, ReplayId)
}
