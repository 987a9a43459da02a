import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { refusals, type WebhookLine } from '../contract.ts'
import { lockEndpoint } from './endpoints.ts'

/** The lines of endpoints whose first event could not be delivered; a line that only waits for its turn is not listed. */
const lines = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('WebhookLine as line')
    .innerJoin('WebhookEndpoint as endpoint', 'endpoint.EndpointId', 'line.EndpointId')
    .innerJoin('WebhookStream as stream', 'stream.StreamId', 'line.StreamId')
    .leftJoin(
      sql<{
        Position: number
        Type: string
        MembershipNo: string | null
        CustomerId: number | null
      }>`event`.as('event'),
      'event.Position',
      'line.Position',
    )
    .select(['line.LineId', 'line.EndpointId', 'endpoint.Name as EndpointName', 'line.Line', 'line.Position'])
    .select(['event.MembershipNo', 'event.CustomerId', 'event.Type', 'line.Attempts', 'line.FirstFailedAt'])
    .select(['line.NextAttemptAt', 'line.StatusCode'])
    .select([
      sql<WebhookLine['Status']>`line.status`.as('Status'),
      sql<number | null>`case when stream.end_position is not null then stream.stream_id end`.as('ReplayId'),
      sql<WebhookLine['Error']>`line.error`.as('Error'),
    ])

export const listLines = (ctx: Ctx, { Search }: Input<typeof contract.listLines>) =>
  queryList(lines(ctx), {
    where: [sql`line.attempts > 0`, equals('line.EndpointId', Search.EndpointId), equals('line.Status', Search.Status)],
    sort: { FirstFailedAt: 'line.FirstFailedAt' },
    tie: 'line.LineId',
  })

async function findLine(ctx: Ctx, lineId: number): Promise<WebhookLine> {
  const line = await lines(ctx).where('line.LineId', '=', lineId).executeTakeFirst()
  if (!line) throw refusals.lineNotFound()
  return line
}

async function lockLine(ctx: Ctx, lineId: number): Promise<WebhookLine> {
  const { EndpointId } = await findLine(ctx, lineId)
  await lockEndpoint(ctx, EndpointId)
  return findLine(ctx, lineId)
}

/** Makes a line due at once. Its three days of retries begin again. */
export async function resumeLine(ctx: Ctx, { LineId }: Input<typeof contract.resumeLine>) {
  const line = await lockLine(ctx, LineId)
  if (line.Type === null) throw refusals.lineEventDeleted()
  await ctx.db
    .updateTable('WebhookLine')
    .set({ Status: 'Waiting', Attempts: 0, FirstFailedAt: null, NextAttemptAt: ctx.now })
    .where('LineId', '=', LineId)
    .execute()
  ctx.audit('Resume Webhook Line', 'WebhookEndpoint', line.EndpointId, textOf('Resume Webhook Line', line))
  return findLine(ctx, LineId)
}

/** Gives up the event that failed, or all events of the line that the stream has passed. */
export async function dropLine(ctx: Ctx, { LineId, Events }: Input<typeof contract.dropLine>) {
  const line = await lockLine(ctx, LineId)
  const next = Events === 'First' ? await findNextPosition(ctx, LineId) : null
  if (next === null) await ctx.db.deleteFrom('WebhookLine').where('LineId', '=', LineId).execute()
  else
    await ctx.db
      .updateTable('WebhookLine')
      .set({
        Position: next,
        Status: 'Waiting',
        Attempts: 0,
        FirstFailedAt: null,
        NextAttemptAt: ctx.now,
        StatusCode: null,
        Error: null,
      })
      .where('LineId', '=', LineId)
      .execute()
  ctx.audit('Drop Webhook Line', 'WebhookEndpoint', line.EndpointId, textOf('Drop Webhook Line', line, Events))
  return { LineId }
}

/** The membership number of a line is not written into the text log, which has no fields that an erasure covers. */
const textOf = (action: string, { EndpointId, Position }: WebhookLine, events?: string) =>
  `${action}. EndpointId - ${EndpointId}, Position - ${Position}${events ? `, Events - ${events}` : ''}`

async function findNextPosition({ db }: Ctx, lineId: number): Promise<number | null> {
  const { rows } = await sql<{ Next: number | null }>`
    select min(event.position) as next from webhook_line line
    join webhook_stream stream on stream.stream_id = line.stream_id
    join event on event.line = line.line and event.position > line.position and event.position <= stream.position
    where line.line_id = ${lineId}`.execute(db)
  return rows[0]?.Next ?? null
}
