import { sql } from 'kysely'
import { readFeedHead } from '#areas/event-feed/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { queryList } from '#kit/server/list.ts'
import * as contract from '../contract.ts'
import { refusals, type WebhookEndpoint } from '../contract.ts'
import { findAllowedHost, isSchemeAllowed } from './allowed-hosts.ts'
import { sealWebhookSecret } from './secrets.ts'
import { createWebhookSecret } from './signature.ts'

const countLines = (status: 'Waiting' | 'Parked') =>
  sql<number>`(select count(*) from webhook_line line where line.endpoint_id = webhook_endpoint.endpoint_id and line.status = ${status})`

const endpoints = (ctx: Pick<Ctx, 'db' | 'now'>) =>
  ctx.db
    .selectFrom('WebhookEndpoint')
    .innerJoin('WebhookProgress', 'WebhookProgress.EndpointId', 'WebhookEndpoint.EndpointId')
    .select(['WebhookEndpoint.EndpointId', 'Name', 'Url', 'Types', 'PausedAt', 'SecretSince', 'LastSuccessAt'])
    .select(['FailingSince', 'CreatedAt', 'UpdatedAt', 'Version'])
    .select([
      sql<WebhookEndpoint['Status']>`webhook_endpoint.status`.as('Status'),
      sql<WebhookEndpoint['PausedReason']>`paused_reason`.as('PausedReason'),
      sql<string | null>`case when previous_secret_until > ${ctx.now} then previous_secret_until end`.as(
        'PreviousSecretUntil',
      ),
      countLines('Waiting').as('WaitingLines'),
      countLines('Parked').as('ParkedLines'),
    ])
    .where('Status', '<>', 'Deleted')

export const listEndpoints = (ctx: Ctx) => queryList(endpoints(ctx).orderBy('Name'))

export async function findEndpoint(ctx: Pick<Ctx, 'db' | 'now'>, EndpointId: number): Promise<WebhookEndpoint> {
  const endpoint = await endpoints(ctx).where('WebhookEndpoint.EndpointId', '=', EndpointId).executeTakeFirst()
  if (!endpoint) throw refusals.notFound()
  return endpoint
}

export const getEndpoint = (ctx: Ctx, { EndpointId }: Input<typeof contract.getEndpoint>) =>
  findEndpoint(ctx, EndpointId)

/** Locks an endpoint. The lock of its progress follows, in the order in which deliveries lock both. */
export async function lockEndpoint(ctx: Ctx, EndpointId: number): Promise<WebhookEndpoint> {
  await sql`select from webhook_progress where endpoint_id = ${EndpointId} for update`.execute(ctx.db)
  await sql`select from webhook_endpoint where endpoint_id = ${EndpointId} for update`.execute(ctx.db)
  return findEndpoint(ctx, EndpointId)
}

/** Throws if webhooks may not be sent to the URL. */
function assertAllowed({ services }: Ctx, target: string) {
  const url = new URL(target)
  if (!isSchemeAllowed(url)) throw refusals.httpNotAllowed()
  if (!findAllowedHost(services.eventHosts, url)) throw refusals.hostNotAllowed({ Host: url.host })
}

export async function addEndpoint(ctx: Ctx, { Types, ...fields }: Input<typeof contract.addEndpoint>) {
  assertAllowed(ctx, fields.Url)
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook_endpoint', 0))`.execute(ctx.db)
  await assertNameFree(ctx, fields.Name)
  await assertEndpointsBelowMax(ctx)
  const { LastPosition } = await readFeedHead(ctx.db)
  // The secret is bound to the id of its endpoint, which the database must draw first.
  const { rows } = await sql<{ EndpointId: number }>`
    select nextval(pg_get_serial_sequence('webhook_endpoint', 'endpoint_id')) as endpoint_id`.execute(ctx.db)
  const { EndpointId } = rows[0]!
  const Secret = createWebhookSecret()
  const sealed = sealWebhookSecret(ctx.services, EndpointId, Secret)
  await sql`insert into webhook_endpoint (endpoint_id, name, url, types, secret_sealed, key_id, secret_since, created_at, updated_at)
    overriding system value
    values (${EndpointId}, ${fields.Name}, ${fields.Url}, ${[...new Set(Types)]}::text[], ${sealed.SecretSealed}, ${sealed.KeyId},
      ${ctx.now}, ${ctx.now}, ${ctx.now})`.execute(ctx.db)
  await ctx.db.insertInto('WebhookProgress').values({ EndpointId }).execute()
  await ctx.db
    .insertInto('WebhookStream')
    .values({ EndpointId, StartPosition: LastPosition, Position: LastPosition, RequestedAt: ctx.now })
    .execute()
  ctx.audit('Create Webhook Endpoint', 'WebhookEndpoint', EndpointId)
  return { Endpoint: await findEndpoint(ctx, EndpointId), Secret }
}

async function assertNameFree(ctx: Ctx, Name: string, except = 0) {
  const { rows } = await sql`select from webhook_endpoint where lower(name) = lower(${Name}) and status <> 'Deleted'
    and endpoint_id <> ${except}`.execute(ctx.db)
  if (rows.length > 0) throw refusals.nameTaken({ Name })
}

async function assertEndpointsBelowMax(ctx: Ctx) {
  const { rows } =
    await sql`select from webhook_endpoint where status <> 'Deleted' limit ${contract.ENDPOINTS_MAX}`.execute(ctx.db)
  if (rows.length >= contract.ENDPOINTS_MAX) throw refusals.tooMany({ Max: contract.ENDPOINTS_MAX })
}

export async function updateEndpoint(
  ctx: Ctx,
  { EndpointId, Version, Types, ...changes }: Input<typeof contract.updateEndpoint>,
) {
  if (changes.Url !== undefined) assertAllowed(ctx, changes.Url)
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook_endpoint', 0))`.execute(ctx.db)
  const endpoint = await lockEndpoint(ctx, EndpointId)
  if (endpoint.Version !== Version) throw staleVersionRefusal(endpoint)
  if (changes.Name !== undefined) await assertNameFree(ctx, changes.Name, EndpointId)
  await ctx.db
    .updateTable('WebhookEndpoint')
    .set({ ...changes, ...(Types && { Types: [...new Set(Types)] }), Version: Version + 1, UpdatedAt: ctx.now })
    .where('EndpointId', '=', EndpointId)
    .execute()
  await retryNow(ctx, EndpointId)
  ctx.audit('Update Webhook Endpoint', 'WebhookEndpoint', EndpointId)
  return findEndpoint(ctx, EndpointId)
}

/** Ends all waiting times of an endpoint, for example because its URL has changed. */
export async function retryNow(ctx: Ctx, endpointId: number) {
  await sql`update webhook_progress set failures = 0, retry_at = null where endpoint_id = ${endpointId}`.execute(ctx.db)
  await sql`update webhook_line set next_attempt_at = ${ctx.now}
    where endpoint_id = ${endpointId} and status = 'Waiting' and next_attempt_at > ${ctx.now}`.execute(ctx.db)
}

export async function removeEndpoint(ctx: Ctx, { EndpointId }: Input<typeof contract.removeEndpoint>) {
  await lockEndpoint(ctx, EndpointId)
  await ctx.db.deleteFrom('WebhookLine').where('EndpointId', '=', EndpointId).execute()
  await ctx.db.deleteFrom('WebhookStream').where('EndpointId', '=', EndpointId).execute()
  await ctx.db.deleteFrom('WebhookProgress').where('EndpointId', '=', EndpointId).execute()
  await ctx.db
    .updateTable('WebhookEndpoint')
    .set((column) => ({
      Status: 'Deleted',
      PausedReason: null,
      PausedAt: null,
      SecretSealed: null,
      KeyId: null,
      PreviousSecretSealed: null,
      PreviousKeyId: null,
      PreviousSecretUntil: null,
      Version: column('Version', '+', 1),
      UpdatedAt: ctx.now,
    }))
    .where('EndpointId', '=', EndpointId)
    .execute()
  ctx.audit('Delete Webhook Endpoint', 'WebhookEndpoint', EndpointId)
  return { EndpointId }
}
