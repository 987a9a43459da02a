import type { Ctx } from '#kit/server/ctx.ts'
import { membershipOf } from '../profile/read-profile.ts'
import { qrCode } from '../qr-code.ts'
import { isFresh, visitOf } from './visits.ts'

/** What the pages must know of the session: what it may do, and how long it lasts. */
export async function getVisit(ctx: Ctx) {
  const { sessionId, customerId } = ctx.actor
  const visit = await visitOf(ctx, sessionId!)
  const MembershipNo = customerId === null ? null : await membershipOf(ctx, customerId)
  return {
    customer_id: customerId,
    expires_in: Math.max(0, Math.floor((Date.parse(visit.ExpiresAt) - ctx.now.getTime()) / 1000)),
    Purpose: visit.Purpose,
    Language: visit.Language,
    OutletName: visit.OutletName,
    FreshYN: isFresh(ctx, visit) ? ('Y' as const) : ('N' as const),
    VerifiedEmail: visit.VerifiedEmail,
    MembershipNo,
    Qr: MembershipNo === null ? null : qrCode(MembershipNo),
  }
}
