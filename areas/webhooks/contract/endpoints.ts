import { z } from 'zod'
import { eventTypes } from '#areas/event-feed/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, text, Version } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { access, EndpointOnly, endpointScope, outcome } from './shared.ts'
import { WebhookUrl } from './webhook-url.ts'

export const ENDPOINTS_MAX = 50
/** The hours for which the previous secret stays valid after a rotation. */
export const PREVIOUS_SECRET_HOURS = 24

export const EndpointStatus = z.enum(['Active', 'Paused'])
export type EndpointStatus = z.infer<typeof EndpointStatus>

/**
 * Manual: by staff. Gone: the receiver answered 410. Failing: no delivery succeeded for a day.
 * Events deleted: the next event is not stored any more. Secret lost: the key that encrypted the secret is not available.
 */
export const PausedReason = z.enum(['Manual', 'Gone', 'Failing', 'Events deleted', 'Secret lost'])
export type PausedReason = z.infer<typeof PausedReason>

export const WebhookEndpoint = z.strictObject({
  EndpointId: Id,
  Name: z.string(),
  Url: z.string(),
  /** The event types that the endpoint receives. Empty: all types, also those of later releases. */
  Types: z.array(z.string()),
  Status: EndpointStatus,
  PausedReason: PausedReason.nullable(),
  PausedAt: Instant.nullable(),
  SecretSince: Instant,
  /** Until when requests are signed with the previous secret, too; null if only one secret is valid. */
  PreviousSecretUntil: Instant.nullable(),
  LastSuccessAt: Instant.nullable(),
  /** The time of the first failure after the last success; null if no attempt has failed since. */
  FailingSince: Instant.nullable(),
  /** The number of lines that wait for a retry. */
  WaitingLines: z.int(),
  /** The number of lines whose retries are exhausted. */
  ParkedLines: z.int(),
  CreatedAt: Instant,
  UpdatedAt: Instant,
  Version,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

const EndpointWithSecret = z.strictObject({
  Endpoint: WebhookEndpoint,
  /** The new secret, whsec_ and Base64. No other call returns it. */
  Secret: z.string(),
})

const about = ['webhook endpoint'] as const

export const listEndpoints = read({
  path: '/webhook-endpoints/find-all',
  access,
  scope: unnamedRows('HQ'),
  about,
  summary: 'Lists the URLs to which events are sent',
  body: z.strictObject({}),
  reply: pageReply(WebhookEndpoint),
})

export const getEndpoint = read({
  path: '/webhook-endpoints/find-one',
  access,
  scope: endpointScope,
  about,
  summary: 'Returns one endpoint',
  body: EndpointOnly,
  reply: WebhookEndpoint,
})

const fields = {
  Name: text(100),
  Url: WebhookUrl,
  Types: z.array(z.enum(eventTypes)).max(eventTypes.length),
}

export const addEndpoint = change({
  path: '/webhook-endpoints/add',
  access,
  scope: unnamedRows('HQ'),
  about,
  summary: 'Creates an endpoint that receives the events from now on; the secret is returned once and never again',
  status: 201,
  body: z.strictObject({ ...fields, Types: fields.Types.default([]) }),
  reply: EndpointWithSecret,
})

export const updateEndpoint = change({
  path: '/webhook-endpoints/update',
  access,
  scope: endpointScope,
  about,
  summary: 'Changes name, URL or types; waiting lines are retried at once',
  body: z.strictObject(fields).partial().extend({ EndpointId: Id, Version }),
  reply: WebhookEndpoint,
})

export const removeEndpoint = change({
  path: '/webhook-endpoints/delete',
  access,
  scope: endpointScope,
  about,
  summary: 'Deletes an endpoint with everything that waits for it',
  body: EndpointOnly,
  reply: EndpointOnly,
})

export const pauseEndpoint = change({
  path: '/webhook-endpoints/pause',
  access,
  scope: endpointScope,
  about,
  summary: 'Stops the deliveries to an endpoint; its events wait',
  body: EndpointOnly,
  reply: WebhookEndpoint,
})

export const resumeEndpoint = change({
  path: '/webhook-endpoints/resume',
  access,
  scope: endpointScope,
  about,
  summary: 'Continues the deliveries to an endpoint after the last delivered event',
  body: z.strictObject({
    EndpointId: Id,
    /** True accepts that events which are not stored any more are never delivered. */
    SkipLost: z.boolean().default(false),
  }),
  reply: WebhookEndpoint,
})

export const rotateSecret = change({
  path: '/webhook-endpoints/rotate-secret',
  access,
  scope: endpointScope,
  about,
  summary: 'Creates a new secret; for 24 hours requests are signed with the previous secret, too',
  body: EndpointOnly,
  reply: EndpointWithSecret,
})

export const endPreviousSecret = change({
  path: '/webhook-endpoints/end-previous-secret',
  access,
  scope: endpointScope,
  about,
  summary: 'Ends the validity of the previous secret at once',
  body: EndpointOnly,
  reply: WebhookEndpoint,
})

export const testEndpoint = change({
  path: '/webhook-endpoints/test',
  access,
  scope: endpointScope,
  about: ['webhook delivery'],
  summary: 'Sends a signed event of the type carat.test, also if the endpoint is paused, and returns the result',
  body: EndpointOnly,
  reply: z.strictObject({ WebhookId: z.string(), ...outcome }),
})

/** How far a consumer is behind the end of the feed. */
const lag = {
  /** The number of events behind the end of the feed, whatever their types. */
  LagEvents: z.int(),
  /** The age in seconds of the oldest event that the consumer has not received; 0 without one. */
  LagSeconds: z.int(),
}

export const EndpointFeed = z.strictObject({
  EndpointId: Id,
  Name: z.string(),
  Status: EndpointStatus,
  /** The last position whose event was sent or waits in a line. */
  Position: z.int(),
  ...lag,
  WaitingLines: z.int(),
  ParkedLines: z.int(),
  LastSuccessAt: Instant.nullable(),
  FailingSince: Instant.nullable(),
})

export const ProgramFeed = z.strictObject({
  UserId: Id,
  DisplayName: z.string(),
  /** The cursor of the last call; null if the program has not read the feed yet. */
  Position: z.int().nullable(),
  LagEvents: lag.LagEvents.nullable(),
  LagSeconds: lag.LagSeconds.nullable(),
  ReadAt: Instant.nullable(),
})

export const getFeedStatus = read({
  path: '/webhook-endpoints/feeds',
  access,
  scope: unnamedRows('HQ'),
  about: ['webhook endpoint', 'system account'],
  summary: 'Returns how far endpoints and programs with the scope events:read are behind the end of the feed',
  body: z.strictObject({}),
  reply: z.strictObject({
    /** The position of the last published event. */
    LastPosition: z.int(),
    /** The oldest stored event; null if no event is stored. */
    OldestPosition: z.int().nullable(),
    OldestPublishedAt: Instant.nullable(),
    /** The age in seconds of the oldest event that waits for its publication; 0 without one. */
    PublisherLagSeconds: z.int(),
    Endpoints: z.array(EndpointFeed),
    Programs: z.array(ProgramFeed),
    /** The hosts that the operator allows in EVENTS_ALLOW. */
    AllowedHosts: z.array(z.string()),
  }),
})
export type FeedStatus = z.infer<typeof getFeedStatus.reply>
