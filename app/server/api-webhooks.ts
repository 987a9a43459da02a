import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { type EventType, eventSchemas, eventSummaries, eventTypes, type FeedEvent } from '#areas/event-feed/contract.ts'
import type { JsonObject } from './api-fields.ts'

// The webhooks of the API document: the request that Carat sends for each type of event, by Standard Webhooks.

/** A recorded event of each type: see api-webhooks.test.ts. */
export type WebhookExamples = Record<EventType, FeedEvent>
export const webhookExamplesFile = new URL('./api-webhook-examples.json', import.meta.url)
const readExamples = () => JSON.parse(readFileSync(webhookExamplesFile, 'utf8')) as Partial<WebhookExamples>

const header = (name: string, description: string, schema: JsonObject, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

/** The headers of every webhook, as components. */
export const webhookParameters = {
  WebhookId: header(
    'webhook-id',
    'The id of the event, the same for each repetition: ignore an id that you have processed',
    { type: 'string' },
    '0b6f7d2e-4c11-4c1e-9a55-2f4b9d3a7c1e_5120',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'The time of this attempt in seconds since 1970: refuse a request that is older than five minutes',
    { type: 'string', pattern: '^\\d+$' },
    '1795226700',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One or several signatures, separated by spaces: v1, and the Base64 of the HMAC-SHA256 of "id.timestamp.body" with the secret of the endpoint. One that matches is enough',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
} satisfies Record<string, JsonObject>

const parameters = Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** The webhooks by type of event. `schemaOf` returns the schema of an event in the document. */
export function webhooksOf(schemaOf: (schema: z.ZodType) => JsonObject): Record<string, { post: JsonObject }> {
  const examples = readExamples()
  return Object.fromEntries(eventTypes.map((type) => [type, { post: webhook(type, schemaOf, examples[type]) }]))
}

const webhook = (
  type: EventType,
  schemaOf: (schema: z.ZodType) => JsonObject,
  example: FeedEvent | undefined,
): JsonObject => ({
  operationId: `webhook${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  summary: eventSummaries[type],
  tags: ['event-feed'],
  description: 'Carat sends this request to an endpoint that subscribes to the type, at least once.',
  security: [],
  parameters,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            type: { type: 'string', const: type },
            timestamp: { type: 'string', format: 'date-time', description: 'When the event happened' },
            data: schemaOf(eventSchemas[type]),
          },
          required: ['type', 'timestamp', 'data'],
        },
        ...(example && { example: { type, timestamp: example.OccurredAt, data: example } }),
      },
    },
  },
  responses: { '2XX': { description: 'The event was received. Any other reply is repeated' } },
})
