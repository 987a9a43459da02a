import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sessionRefusals } from '../contract/sessions.ts'

/** The reasons why a session ended early. A reason is stored with the session, so that its browser can show it. */
export const sessionEndReasons = {
  signedOut: 'Signed out',
  signedInAgain: 'Signed in again',
  elsewhere: 'Ended from another device',
  byStaff: 'Ended by staff',
  passwordChanged: 'Password changed',
  passwordReset: 'Password reset',
  passkeyRemoved: 'Passkey removed',
  replayed: 'Sign-in was used a second time',
} as const
export type SessionEndReason = (typeof sessionEndReasons)[keyof typeof sessionEndReasons]

type EndedSession = { reason: string | null; at: string; by: string | null }

/** Returns the error that explains why a session ended, or undefined if its user signed out. */
export function refusalOfEndedSession({ reason, at, by }: EndedSession, timeZone: string): Refusal | undefined {
  const time = clockTime(new Date(at), timeZone)
  if (reason === sessionEndReasons.byStaff) return sessionRefusals.signedOutBy({ name: by ?? '-', time })
  if (reason === sessionEndReasons.elsewhere) return sessionRefusals.signedOutElsewhere({ time })
  if (reason === sessionEndReasons.passwordChanged || reason === sessionEndReasons.passwordReset)
    return sessionRefusals.passwordChanged({ time })
  if (reason === sessionEndReasons.passkeyRemoved) return sessionRefusals.passkeyRemoved({ time })
  return undefined
}

/** Formats a moment in the business time zone, such as 31/01/2026 02:05:09 PM. */
function clockTime(moment: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h12',
  })
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const { day, month, year, hour, minute, second, dayPeriod = '' } = parts
  return `${day}/${month}/${year} ${hour}:${minute}:${second} ${dayPeriod.toUpperCase()}`
}

type Exception = { but?: number | null }

/** Ends all sessions of an account except `but`. Returns their labels. */
export async function endSessionsOfAccount(
  ctx: Ctx,
  userId: number,
  reason: SessionEndReason,
  { but = null }: Exception = {},
) {
  let query = ctx.db
    .updateTable('Session')
    .set({ EndedAt: ctx.now, EndReason: reason, EndedById: ctx.actor.userId })
    .where('UserId', '=', userId)
    .where('EndedAt', 'is', null)
  if (but !== null) query = query.where('SessionId', '!=', but)
  return query.returning('Label').execute()
}
