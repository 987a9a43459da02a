import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, InstantInput, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { access, DeliveryError, endpointScope, outcome, Position } from './shared.ts'

export const REPLAY_EVENTS_MAX = 1_000_000

export const WebhookReplay = z.strictObject({
  ReplayId: Id,
  EndpointId: Id,
  FromPosition: z.int(),
  ToPosition: z.int(),
  /** The last position up to which the events were sent or wait in a line. */
  Position: z.int(),
  Status: z.enum(['Running', 'Done', 'Cancelled']),
  RequestedAt: Instant,
  EndedAt: Instant.nullable(),
})
export type WebhookReplay = z.infer<typeof WebhookReplay>

export const replayEvents = change({
  path: '/webhook-endpoints/replay',
  access,
  scope: endpointScope,
  about: ['webhook replay'],
  summary: 'Sends the stored events of a range again, with the same webhook-id as before',
  idempotent: true,
  body: z.strictObject({
    EndpointId: Id,
    FromPosition: Position.optional(),
    /** The last position; by default, the last event that was due for the endpoint. */
    ToPosition: Position.optional(),
    /** The range as times of publication, for callers that do not know positions. */
    FromTime: InstantInput.optional(),
    ToTime: InstantInput.optional(),
  }),
  reply: WebhookReplay,
})

export const listReplays = read({
  path: '/webhook-replays/find-all',
  access,
  scope: endpointScope,
  about: ['webhook replay'],
  summary: 'Lists the replays of an endpoint',
  body: pageQuery({}, { rows: 20, sort: ['RequestedAt'], direction: 'DESC' }).extend({ EndpointId: Id }),
  reply: pageReply(WebhookReplay),
})

export const cancelReplay = change({
  path: '/webhook-replays/cancel',
  access,
  scope: unnamedRows('HQ', row('webhook replay', 'ReplayId', 'everyone')),
  summary: 'Stops a replay; events that were already sent again are not affected',
  body: z.strictObject({ ReplayId: Id }),
  reply: WebhookReplay,
})

export const WebhookDelivery = z.strictObject({
  DeliveryId: Id,
  EndpointId: Id,
  EndpointName: z.string(),
  /** The position of the event; null for a test event. */
  Position: z.int().nullable(),
  Type: z.string(),
  WebhookId: z.string(),
  /** 1 for the first attempt to deliver the event. */
  Attempt: z.int(),
  AttemptedAt: Instant,
  /** The replay that sent the event again; null for other attempts. */
  ReplayId: Id.nullable(),
  ...outcome,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const listDeliveries = read({
  path: '/webhook-deliveries/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['webhook delivery'],
  summary: 'Lists the attempts to deliver events, without their contents',
  body: pageQuery(
    {
      EndpointId: Id,
      DeliveredYN: YN,
      Type: z.string().max(100),
      WebhookId: z.string().max(100),
      Position,
      FromTime: InstantInput,
      ToTime: InstantInput,
    },
    { rows: 20, sort: ['AttemptedAt'], direction: 'DESC' },
  ),
  reply: pageReply(WebhookDelivery),
})

/** The events of one member that wait for an endpoint, because an earlier event of the member could not be delivered. */
export const WebhookLine = z.strictObject({
  LineId: Id,
  EndpointId: Id,
  EndpointName: z.string(),
  /** The membership number, customer, voucher or reward whose events wait, as in `member:JC000000018`. */
  Line: z.string(),
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  /** Waiting: until the next retry. Parked: the retries are exhausted; resume or drop the line. */
  Status: z.enum(['Waiting', 'Parked']),
  ReplayId: Id.nullable(),
  /** The position of the event that could not be delivered. */
  Position: z.int(),
  Type: z.string().nullable(),
  Attempts: z.int(),
  FirstFailedAt: Instant.nullable(),
  /** The time of the next retry; null if the line is parked. */
  NextAttemptAt: Instant.nullable(),
  StatusCode: z.int().nullable(),
  Error: DeliveryError.nullable(),
})
export type WebhookLine = z.infer<typeof WebhookLine>

export const listLines = read({
  path: '/webhook-lines/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['webhook line'],
  summary: 'Lists the lines that wait for a retry or are parked',
  body: pageQuery(
    { EndpointId: Id, Status: WebhookLine.shape.Status },
    { rows: 20, sort: ['FirstFailedAt'], direction: 'ASC' },
  ),
  reply: pageReply(WebhookLine),
})

const lineScope = unnamedRows('HQ', row('webhook line', 'LineId', 'everyone'))

export const resumeLine = change({
  path: '/webhook-lines/resume',
  access,
  scope: lineScope,
  summary: 'Tries a waiting or parked line again at once, with three more days of retries',
  body: z.strictObject({ LineId: Id }),
  reply: WebhookLine,
})

export const dropLine = change({
  path: '/webhook-lines/drop',
  access,
  scope: lineScope,
  summary: 'Gives up the event that could not be delivered, or all events of the line that wait',
  body: z.strictObject({
    LineId: Id,
    /** First: only the event that failed; the line continues with the next one. All: every event that waits now. */
    Events: z.enum(['First', 'All']).default('First'),
  }),
  reply: z.strictObject({ LineId: Id }),
})
