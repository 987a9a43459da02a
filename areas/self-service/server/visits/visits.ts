import { sql } from 'kysely'
import { customerCookieName, endOneCustomerSession, openSession } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { FRESH_MINUTES, type PageLanguage, type Visit, type VisitPurpose } from '../../contract.ts'

// A VISIT is a self-service session with what it was opened for.

const MINUTE = 60
const DAY = 24 * 3600

/** With a passcode somebody fills in a form; who signed in comes back to their card. */
const limitsOf = (purpose: VisitPurpose) =>
  purpose === 'Sign-in'
    ? { seconds: 30 * DAY, idleSeconds: 7 * DAY }
    : { seconds: 120 * MINUTE, idleSeconds: 30 * MINUTE }

type Opening = {
  purpose: VisitPurpose
  customerId: number | null
  passcodeId: number | null
  outletCode: string | null
  language: PageLanguage
  verifiedEmail?: string | null
  /** What its customer registered with: the form sent again is answered in this session too, and in the one of before. */
  registeredWith?: Buffer
}

/** Opens a session of its own, and ends the one that was open in this browser. */
export async function openVisit(ctx: Ctx, opening: Opening): Promise<Visit> {
  const { purpose, customerId, passcodeId, outletCode, language, verifiedEmail = null, registeredWith } = opening
  const before = ctx.actor.kind === 'customer' ? ctx.actor.sessionId : null
  if (before !== null && !registeredWith) await endOneCustomerSession(ctx, before)
  const { seconds, idleSeconds } = limitsOf(purpose)
  const { token, sessionId } = await openSession(ctx, { audience: 'customer', customerId, seconds, idleSeconds })
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
  const { OutletName } = await visitOf(ctx, sessionId)
  return {
    access_token: ctx.web ? 'cookie' : token,
    customer_id: customerId,
    expires_in: seconds,
    Purpose: purpose,
    Language: language,
    OutletName,
  }
}

export async function visitOf(ctx: Ctx, sessionId: number) {
  const { rows } = await sql<{
    Purpose: VisitPurpose
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
  const [visit] = rows
  if (!visit) throw new Error(`Session ${sessionId} has no visit`)
  return visit
}

/** Whether a code or passcode has only just proved who this is. */
export const isFresh = (ctx: Ctx, { OpenedAt }: { OpenedAt: string }) =>
  ctx.now.getTime() - Date.parse(OpenedAt) <= FRESH_MINUTES * 60_000

/** Whether a code to their own address has only just proved who this is; a passcode, which staff have seen too, proves less. */
export async function provedByCode(ctx: Ctx) {
  const visit = await visitOf(ctx, ctx.actor.sessionId!)
  return visit.Purpose === 'Sign-in' && isFresh(ctx, visit)
}

/** Ends the sessions that a passcode opened, and those that followed from them. */
export async function endVisitsOf(ctx: Ctx, PasscodeId: number) {
  const opened = await ctx.db
    .selectFrom('SelfServiceVisit')
    .select('SessionId')
    .where('PasscodeId', '=', PasscodeId)
    .execute()
  for (const { SessionId } of opened) await endOneCustomerSession(ctx, SessionId)
}
