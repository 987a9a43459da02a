import { listSystemAccounts } from '#areas/access/contract/system-accounts.ts'
import {
  type FeedStatus,
  getFeedStatus,
  listDeliveries,
  listEndpoints,
  listLines,
  listReplays,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookLine,
} from '#areas/webhooks/contract.ts'
import { answer, answerByDefault, answerList, replyOf } from './server.ts'

// Replies of the calls that the page of integrations makes.

const [generated] = replyOf(listEndpoints).rows

/** An endpoint that receives everything and has no problem. */
export const sampleEndpoint = (fields: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...generated!,
  EndpointId: 1,
  Name: 'Data warehouse',
  Url: 'https://warehouse.example.com/carat/events',
  Types: [],
  Status: 'Active',
  PausedReason: null,
  PausedAt: null,
  SecretSince: '2026-11-01T02:05:00.000Z',
  PreviousSecretUntil: null,
  LastSuccessAt: '2026-11-21T02:05:00.000Z',
  FailingSince: null,
  WaitingLines: 0,
  ParkedLines: 0,
  CreatedAt: '2026-11-01T02:05:00.000Z',
  UpdatedAt: '2026-11-01T02:05:00.000Z',
  ...fields,
})

type EndpointLag = { LagEvents?: number; LagSeconds?: number }

/** The state of the feed in which all endpoints and programs are up to date. */
export const sampleStatus = (
  endpoints: readonly WebhookEndpoint[],
  fields: Partial<FeedStatus> = {},
  lag: EndpointLag = {},
): FeedStatus => ({
  ...replyOf(getFeedStatus),
  LastPosition: 48_211,
  OldestPosition: 120,
  OldestPublishedAt: '2026-08-21T02:05:00.000Z',
  PublisherLagSeconds: 0,
  Endpoints: endpoints.map(({ EndpointId, Name, Status, WaitingLines, ParkedLines, LastSuccessAt, FailingSince }) => ({
    ...{ EndpointId, Name, Status, WaitingLines, ParkedLines, LastSuccessAt, FailingSince },
    Position: 48_211,
    LagEvents: 0,
    LagSeconds: 0,
    ...lag,
  })),
  Programs: [],
  AllowedHosts: ['warehouse.example.com', 'erp.example.com'],
  ...fields,
})

/** Answers the calls of the page with these endpoints; the log and the lists of lines and replays are empty. */
export function answerEndpoints(
  endpoints: readonly WebhookEndpoint[],
  status: FeedStatus = sampleStatus(endpoints),
): void {
  answer(listEndpoints, { count: endpoints.length, rows: [...endpoints] })
  answer(getFeedStatus, status)
  answerByDefault(listDeliveries, { count: 0, rows: [] })
  answerByDefault(listLines, { count: 0, rows: [] })
  answerByDefault(listReplays, { count: 0, rows: [] })
  answerByDefault(listSystemAccounts, { count: 0, rows: [] })
}

export const answerDeliveries = (rows: readonly Partial<WebhookDelivery>[]): void =>
  answerList(listDeliveries, rows.length, (position) => ({ ReplayId: null, EndpointName: 'ERP', ...rows[position] }))

export const answerLines = (rows: readonly Partial<WebhookLine>[]): void =>
  answerList(listLines, rows.length, (position) => ({ EndpointId: 1, EndpointName: 'ERP', ...rows[position] }))
