import type { FastifyError } from 'fastify'
import { z } from 'zod'
import { Refusal, refusal } from '#kit/contract/refusal.ts'

/** The errors of the kit, which the calls of all areas share. */
export const kitRefusals = {
  invalid: refusal(400, 'kit.invalid', 'Check your input'),
  notFound: refusal(404, 'kit.not_found', 'Record not found'),
  noSuchCall: refusal(404, 'kit.no_such_call', 'There is nothing at this address'),
  tooLarge: refusal(413, 'kit.too_large', 'This is too large'),
  wrongType: refusal(415, 'kit.wrong_type', 'The content must be application/json'),
  stale: refusal(409, 'kit.stale', 'Another user has changed this record in the meantime'),
  duplicate: refusal(409, 'kit.duplicate', 'A record with these values already exists'),
  keyReused: refusal(409, 'kit.key_reused', 'This Idempotency-Key has already been used for another request'),
  referenced: refusal(409, 'kit.referenced', 'This names a record that does not exist or is still in use'),
  outOfRange: refusal(400, 'kit.out_of_range', 'A value is out of range'),
  busy: refusal(503, 'kit.busy', 'The record is in use. Try again'),
  tooLong: refusal(503, 'kit.too_long', 'This takes too long at the moment. Ask for less or try again later'),
  away: refusal(503, 'kit.away', 'The system is not available right now. Try again'),
  full: refusal(503, 'kit.full', 'The server has no space left. Try again later'),
  tooMany: refusal(429, 'kit.too_many', 'Too many requests. Wait a moment'),
  unexpected: refusal(500, 'kit.unexpected', 'Something went wrong'),
}

/** Creates the refusal of a stale version, with the current record so that the form can show both versions. */
export const staleVersionRefusal = (current: unknown) =>
  new Refusal(409, kitRefusals.stale.code, kitRefusals.stale.text, { current })

/** Creates the refusal of an invalid body, with the path and message of each issue. */
export function toValidationRefusal(error: z.ZodError) {
  const details = error.issues.slice(0, 50).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  return new Refusal(400, kitRefusals.invalid.code, details[0]?.message ?? kitRefusals.invalid.text, { details })
}

/** SQLSTATEs of class 22 for valid numbers and times that are out of range. */
const outOfRangeCodes = new Set(['22001', '22003', '22008', '22009', '22015'])

const unavailableCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Query read timeout|Client has encountered a connection error|not queryable|Client was closed|Connection ended/
// PgBouncer answers with 08P01, as it does for a wrong login, while it cannot reach its server.
const poolerUnavailableMessage =
  /^(?:server conn crashed|server login has been failing|bouncer config error|connect failed|query_wait_timeout|pgbouncer (?:is )?shutting down|the database system is)/i

/** True for errors that mean the database cannot be reached. */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  if (code === '08P01') return poolerUnavailableMessage.test(message ?? '')
  return unavailableCodes.has(code ?? '') || unavailableMessage.test(message ?? '')
}

/** True for the refusal of a change by a standby, which is a primary that was demoted if it was connected as such. */
export const isRefusedByStandby = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return code === '25006' || (code === '55000' && /recovery/.test(message ?? ''))
}

/** Thrown if no host of the database has the required role. The SQLSTATE is that of a server that is starting. */
export class NoSuitableHost extends Error {
  readonly code = '57P03'
  readonly retrySeconds: number

  constructor(message: string, retrySeconds = 2) {
    super(message)
    this.retrySeconds = retrySeconds
  }
}

/** Thrown if the server that took the changes has become a standby. */
export class PrimaryDemoted extends Error {
  readonly code = '57P03'

  constructor(cause: unknown) {
    super('The database server has become a standby', { cause })
  }
}

/** Maps an error of the database or the HTTP layer to a refusal; undefined means a bug. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) return toValidationRefusal(error)
  if (error instanceof NoSuitableHost) return kitRefusals.away().retryIn(error.retrySeconds)
  if (isUnavailable(error)) return kitRefusals.away().retryIn(2)
  const { code = '', statusCode } = error as Partial<FastifyError>
  switch (code) {
    case '23505':
    case '23P01':
      return kitRefusals.duplicate()
    case '23503':
    case '23001':
      return kitRefusals.referenced()
    case '23514':
      return kitRefusals.outOfRange()
    case '55P03':
    case '40001':
    case '40P01':
      return kitRefusals.busy().retryIn(1)
    case '57014':
      return kitRefusals.tooLong().retryIn(2)
    case '53100':
    case 'ENOSPC':
    case 'EDQUOT':
      return kitRefusals.full().retryIn(60)
    // PostgreSQL ended a transaction or session that was idle for too long.
    case '25P03':
    case '57P05':
      return kitRefusals.away().retryIn(2)
    case '53200':
      return kitRefusals.away().retryIn(10)
  }
  // Class 22 means that PostgreSQL rejects a value, such as an invalid date or a number too large for its column.
  // A rejected value comes from the caller, although the contract accepted the value.
  if (/^22[0-9A-Z]{3}$/.test(code)) return outOfRangeCodes.has(code) ? kitRefusals.outOfRange() : kitRefusals.invalid()
  if (statusCode === 413) return kitRefusals.tooLarge()
  if (statusCode === 415) return kitRefusals.wrongType()
  if (statusCode === 429) return kitRefusals.tooMany()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(statusCode, 'kit.invalid', kitRefusals.invalid.text)
  return undefined
}
