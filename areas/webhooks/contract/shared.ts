import { z } from 'zod'
import { Id, YN } from '#kit/contract/fields.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

export const access = { role: 'User Roles' } as const

/** The calls that name an endpoint. */
export const endpointScope = unnamedRows('HQ', row('webhook endpoint', 'EndpointId', 'everyone'))

/** Why an attempt without a status code failed, or why a status code counts as a failure. */
export const DeliveryError = z.enum([
  'Status',
  'Redirect',
  'Timeout',
  'DNS',
  'Connection',
  'TLS',
  'Host not allowed',
  'Address not allowed',
])
export type DeliveryError = z.infer<typeof DeliveryError>

/** The result of one request. */
export const outcome = {
  DeliveredYN: YN,
  /** The status of the reply; null if there was no reply. */
  StatusCode: z.int().nullable(),
  /** Null if the receiver accepted the request. */
  Error: DeliveryError.nullable(),
  DurationMs: z.int(),
}

/** A position in the feed, the number at the end of a cursor. */
export const Position = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

export const EndpointOnly = z.strictObject({ EndpointId: Id })
