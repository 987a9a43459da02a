import { randomUUID } from 'node:crypto'
import type { Input } from '#kit/contract/endpoint.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import type * as contract from '../contract.ts'
import { refusals } from '../contract.ts'
import { findEndpoint } from './endpoints.ts'
import { openWebhookSecrets, type SealedSecrets } from './secrets.ts'
import { sendRequest } from './send-request.ts'
import { signedHeaders } from './signature.ts'

const TYPE = 'carat.test'

/** Sends a signed test event between two transactions, and records the attempt. */
export async function testEndpoint(
  { step, services }: MultiTransaction,
  { EndpointId }: Input<typeof contract.testEndpoint>,
) {
  const { url, secrets, now } = await step(async (ctx) => {
    const { Url } = await findEndpoint(ctx, EndpointId)
    const sealed = await ctx.db
      .selectFrom('WebhookEndpoint')
      .select(['EndpointId', 'SecretSealed', 'KeyId', 'PreviousSecretSealed', 'PreviousKeyId', 'PreviousSecretUntil'])
      .where('EndpointId', '=', EndpointId)
      .executeTakeFirstOrThrow()
    const opened = openWebhookSecrets(services, sealed as SealedSecrets, ctx.now)
    if (!opened) throw refusals.secretLost()
    return { url: Url, secrets: opened, now: ctx.now }
  })
  const WebhookId = `msg_test_${randomUUID()}`
  const body = JSON.stringify({ type: TYPE, timestamp: now.toISOString(), data: { EndpointId } })
  const headers = signedHeaders(secrets, { id: WebhookId, timestamp: Math.floor(now.getTime() / 1_000), body })
  const outcome = await sendRequest(url, body, headers, { allowed: services.eventHosts })
  const result = { StatusCode: outcome.statusCode, Error: outcome.error, DurationMs: outcome.durationMs }
  await step(async (ctx) => {
    await ctx.db
      .insertInto('WebhookDelivery')
      .values({ EndpointId, Type: TYPE, WebhookId, Attempt: 1, AttemptedAt: now, ...result })
      .execute()
    ctx.audit('Test Webhook Endpoint', 'WebhookEndpoint', EndpointId)
  })
  return { WebhookId, DeliveredYN: result.Error === null ? ('Y' as const) : ('N' as const), ...result }
}
