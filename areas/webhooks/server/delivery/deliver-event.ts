import { toFeedEvent } from '#areas/event-feed/server/index.ts'
import type { AllowedHost } from '../allowed-hosts.ts'
import { type Connections, type RequestLimits, type ResolveHost, sendRequest } from '../send-request.ts'
import { signedHeaders } from '../signature.ts'
import type { Attempt } from './line-task.ts'
import type { QueuedEvent } from './read-work.ts'

/** How requests are sent; tests use lower limits and names of their own. */
export type SendSettings = {
  allowed: readonly AllowedHost[]
  limits?: RequestLimits
  resolve?: ResolveHost
  connections?: Connections
  signal?: AbortSignal
}

export type EventTarget = { endpointId: number; url: string; secrets: readonly string[]; epoch: string }

/** The id by which receivers recognise an event. A restored database has another epoch, and so other ids. */
export const webhookIdOf = (endpointId: number, epoch: string, position: number) =>
  `msg_${endpointId}_${epoch}_${position}`

/** Sends one event and resolves to the attempt. Rejects only if the server stops. */
export async function deliverEvent(
  { endpointId, url, secrets, epoch }: EventTarget,
  { Line, ...stored }: QueuedEvent,
  attempt: number,
  now: Date,
  settings: SendSettings,
): Promise<Attempt> {
  const webhookId = webhookIdOf(endpointId, epoch, stored.Position)
  const data = toFeedEvent({ Epoch: epoch }, stored)
  const body = JSON.stringify({ type: data.Type, timestamp: data.OccurredAt, data })
  const headers = signedHeaders(secrets, { id: webhookId, timestamp: Math.floor(now.getTime() / 1_000), body })
  const outcome = await sendRequest(url, body, headers, settings)
  return { ...outcome, event: { Line, ...stored }, attempt, attemptedAt: now, webhookId }
}
