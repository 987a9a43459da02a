import { sql } from 'kysely'
import { createSession, customerCookieName, endOneCustomerSession } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type CustomerSession, FRESH_SESSION_MINUTES, type PageLanguage, type SessionPurpose } from '../../contract.ts'

// Customer sessions of self-service with their purpose, stored in the table self_service_visit.

const MINUTE = 60
const DAY = 24 * 3600

/** Returns the limits of a session: a passcode session lasts for filling in a form, a sign-in lasts for weeks. */
const limitsOf = (purpose: SessionPurpose) =>
  purpose === 'Sign-in'
    ? { seconds: 30 * DAY, idleSeconds: 7 * DAY }
    : { seconds: 120 * MINUTE, idleSeconds: 30 * MINUTE }

type SessionOptions = {
  purpose: SessionPurpose
  customerId: number | null
  passcodeId: number | null
  outletCode: string | null
  language: PageLanguage
  verifiedEmail?: string | null
  /** Hash of the registration form, by which this session and its predecessor accept the same form again. */
  registeredWith?: Buffer
}

/** Opens a customer session and ends the previous session of this browser. */
export async function openCustomerSession(ctx: Ctx, options: SessionOptions): Promise<CustomerSession> {
  const { purpose, customerId, passcodeId, outletCode, language, verifiedEmail = null, registeredWith } = options
  const before = ctx.actor.kind === 'customer' ? ctx.actor.sessionId : null
  if (before !== null && !registeredWith) await endOneCustomerSession(ctx, before)
  const { seconds, idleSeconds } = limitsOf(purpose)
  const { token, sessionId } = await createSession(ctx, { audience: 'customer', customerId, seconds, idleSeconds })
  await ctx.db
    .insertInto('SelfServiceVisit')
    .values({
      SessionId: sessionId,
      Purpose: purpose,
      PasscodeId: passcodeId,
      OutletCode: outletCode,
      Language: language,
      OpenedAt: ctx.now,
      VerifiedEmail: verifiedEmail,
      ...(registeredWith && { CustomerId: customerId, RegisteredWith: registeredWith }),
    })
    .execute()
  if (ctx.web) ctx.reply.setCookie(customerCookieName(ctx.services.publicUrl), token, seconds)
  const { OutletName } = await loadCustomerSession(ctx, sessionId)
  return {
    access_token: ctx.web ? 'cookie' : token,
    customer_id: customerId,
    expires_in: seconds,
    Purpose: purpose,
    Language: language,
    OutletName,
  }
}

export async function loadCustomerSession(ctx: Ctx, sessionId: number) {
  const { rows } = await sql<{
    Purpose: SessionPurpose
    PasscodeId: number | null
    OutletCode: string | null
    OutletName: string | null
    Language: PageLanguage
    OpenedAt: string
    VerifiedEmail: string | null
    CustomerId: number | null
    RegisteredWith: Buffer | null
    ExpiresAt: string
  }>`
    select visit.purpose, visit.passcode_id, visit.outlet_code, building.name as outlet_name, visit.language, visit.opened_at,
      visit.verified_email, visit.customer_id, visit.registered_with, session.expires_at
    from self_service_visit visit join session using (session_id) left join building on building.code = visit.outlet_code
    where visit.session_id = ${sessionId}`.execute(ctx.db)
  const [session] = rows
  if (!session) throw new Error(`Session ${sessionId} is no customer session`)
  return session
}

/** Returns true if the customer's identity was proved within the last FRESH_SESSION_MINUTES. */
export const isFreshSession = (ctx: Ctx, { OpenedAt }: { OpenedAt: string }) =>
  ctx.now.getTime() - Date.parse(OpenedAt) <= FRESH_SESSION_MINUTES * 60_000

/** Returns true if the customer recently entered a code sent to their address; staff do not know this code. */
export async function isSessionProvedByCode(ctx: Ctx) {
  const session = await loadCustomerSession(ctx, ctx.actor.sessionId!)
  return session.Purpose === 'Sign-in' && isFreshSession(ctx, session)
}

/** Ends the sessions that a passcode opened, and the sessions that replaced them. */
export async function endSessionsOpenedByPasscode(ctx: Ctx, PasscodeId: number) {
  const sessions = await ctx.db
    .selectFrom('SelfServiceVisit')
    .select('SessionId')
    .where('PasscodeId', '=', PasscodeId)
    .execute()
  for (const { SessionId } of sessions) await endOneCustomerSession(ctx, SessionId)
}
