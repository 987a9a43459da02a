import type { findStricterConsents } from './consents.ts'

/** The state of both customers before the merge, which is stored for an undo. */
export type MergedCustomersSnapshot = {
  Survivor: { Before: object; After: object }
  Merged: object
  Memberships: { Before: object[]; After: object[] }
  Numbers: Record<string, string>
  Recommended: number[]
  Referrals: { ReferralId: number; Status: string }[]
  Consents: Awaited<ReturnType<typeof findStricterConsents>>
  PrimaryAddressId: number | null
}
