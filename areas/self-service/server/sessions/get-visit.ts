import type { Ctx } from '#kit/server/ctx.ts'
import { findMembershipNo } from '../profile/read-profile.ts'
import { createQrCode } from '../qr-code.ts'
import { isFreshSession, loadCustomerSession } from './customer-sessions.ts'

/** Returns the customer session for the pages: purpose, remaining time and customer. */
export async function getCustomerSession(ctx: Ctx) {
  const { sessionId, customerId } = ctx.actor
  const session = await loadCustomerSession(ctx, sessionId!)
  const MembershipNo = customerId === null ? null : await findMembershipNo(ctx, customerId)
  return {
    customer_id: customerId,
    expires_in: Math.max(0, Math.floor((Date.parse(session.ExpiresAt) - ctx.now.getTime()) / 1000)),
    Purpose: session.Purpose,
    Language: session.Language,
    OutletName: session.OutletName,
    FreshYN: isFreshSession(ctx, session) ? ('Y' as const) : ('N' as const),
    VerifiedEmail: session.VerifiedEmail,
    MembershipNo,
    Qr: MembershipNo === null ? null : createQrCode(MembershipNo),
  }
}
