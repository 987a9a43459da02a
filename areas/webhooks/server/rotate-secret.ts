import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { PREVIOUS_SECRET_HOURS, refusals } from '../contract.ts'
import { findEndpoint, lockEndpoint } from './endpoints.ts'
import { sealWebhookSecret } from './secrets.ts'
import { createWebhookSecret } from './signature.ts'

const HOUR_MS = 3_600_000

/** Generates a new secret. Requests are signed with both secrets for a day, because receivers change the secret later. */
export async function rotateSecret(ctx: Ctx, { EndpointId }: Input<typeof contract.rotateSecret>) {
  const endpoint = await lockEndpoint(ctx, EndpointId)
  const Secret = createWebhookSecret()
  const { SecretSealed, KeyId } = sealWebhookSecret(ctx.services, EndpointId, Secret)
  await ctx.db
    .updateTable('WebhookEndpoint')
    .set({
      SecretSealed,
      KeyId,
      SecretSince: ctx.now,
      PreviousSecretSealed: sql`secret_sealed`,
      PreviousKeyId: sql`key_id`,
      PreviousSecretUntil: new Date(ctx.now.getTime() + PREVIOUS_SECRET_HOURS * HOUR_MS),
      Version: endpoint.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('EndpointId', '=', EndpointId)
    .execute()
  ctx.audit('Rotate Webhook Secret', 'WebhookEndpoint', EndpointId)
  return { Endpoint: await findEndpoint(ctx, EndpointId), Secret }
}

export async function endPreviousSecret(ctx: Ctx, { EndpointId }: Input<typeof contract.endPreviousSecret>) {
  const endpoint = await lockEndpoint(ctx, EndpointId)
  if (endpoint.PreviousSecretUntil === null) throw refusals.noPreviousSecret()
  await ctx.db
    .updateTable('WebhookEndpoint')
    .set({
      PreviousSecretSealed: null,
      PreviousKeyId: null,
      PreviousSecretUntil: null,
      Version: endpoint.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('EndpointId', '=', EndpointId)
    .execute()
  ctx.audit('End Previous Webhook Secret', 'WebhookEndpoint', EndpointId)
  return findEndpoint(ctx, EndpointId)
}
