const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The waiting times after failed attempts of a line. The last one repeats until the line is parked. */
const LINE_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
]
const ENDPOINT_DELAY_MAX_MS = 5 * MINUTE_MS
/** The longest time for which a receiver can ask with `Retry-After`. */
const RETRY_AFTER_MAX_MS = HOUR_MS

/** A line is parked if its attempts have failed for this time. */
export const LINE_RETRIES_MS = 72 * HOUR_MS
/** An endpoint is paused if its attempts have failed for this time without a success. */
export const ENDPOINT_FAILING_MS = 24 * HOUR_MS
/** The failures in a row after which the whole endpoint waits. */
export const FAILURES_OF_ENDPOINT = 8

/** Spreads retries by up to a fifth, so that lines that failed together are not retried together. */
const spread = (ms: number, random: () => number) => ms * (0.8 + 0.4 * random())

/** The number of failures, the time for which the receiver wants no request, and a source of random numbers from 0 to 1. */
type Failed = { failures: number; retryAfterMs: number; now: Date; random: () => number }

const timeAfter = (delay: number, { retryAfterMs, now, random }: Failed) =>
  now.getTime() + Math.max(spread(delay, random), Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))

/** Returns the time of the next attempt at a line, or null if the line is parked. */
export function nextLineAttempt(failed: Failed, firstFailedAt: Date): Date | null {
  const last = firstFailedAt.getTime() + LINE_RETRIES_MS
  if (failed.now.getTime() >= last) return null
  const delay = LINE_DELAYS_MS[Math.min(failed.failures, LINE_DELAYS_MS.length) - 1]!
  return new Date(Math.min(timeAfter(delay, failed), last))
}

/** Returns the time of the next attempt at an endpoint that fails; the failures are those after the first `FAILURES_OF_ENDPOINT`. */
export const nextEndpointAttempt = (failed: Failed): Date =>
  new Date(timeAfter(Math.min(5 * SECOND_MS * 2 ** Math.min(failed.failures, 10), ENDPOINT_DELAY_MAX_MS), failed))
