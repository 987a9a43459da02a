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

/** A line is parked if its attempts have failed for this time. */
export const LINE_RETRIES_MS = 72 * HOUR_MS
/** An endpoint is paused if its attempts have failed for this time without a success. */
export const ENDPOINT_FAILING_MS = 24 * HOUR_MS
/** The failures in a row after which the whole endpoint waits. */
export const FAILURES_OF_ENDPOINT = 8

/** Spreads retries by up to a fifth, so that lines that failed together are not retried together. */
const spread = (ms: number, random: () => number) => ms * (0.8 + 0.4 * random())

/** Returns the time of the next attempt after `attempts` failures, or null if the line is parked. */
export function nextLineAttempt(attempts: number, firstFailedAt: Date, now: Date, random: () => number): Date | null {
  const last = firstFailedAt.getTime() + LINE_RETRIES_MS
  if (now.getTime() >= last) return null
  const delay = LINE_DELAYS_MS[Math.min(attempts, LINE_DELAYS_MS.length) - 1]!
  return new Date(Math.min(now.getTime() + spread(delay, random), last))
}

/** Returns the time of the next attempt at a failing endpoint after further `failures`. */
export const nextEndpointAttempt = (failures: number, now: Date, random: () => number): Date =>
  new Date(now.getTime() + spread(Math.min(5 * SECOND_MS * 2 ** Math.min(failures, 10), ENDPOINT_DELAY_MAX_MS), random))
