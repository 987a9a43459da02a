import type { stricterConsents } from './consents.ts'

/** What it takes to undo a merge; kept with it. */
export type People = {
  Survivor: { Before: object; After: object }
  Merged: object
  Memberships: { Before: object[]; After: object[] }
  Numbers: Record<string, string>
  Recommended: number[]
  Referrals: { ReferralId: number; Status: string }[]
  Consents: Awaited<ReturnType<typeof stricterConsents>>
  PrimaryAddressId: number | null
}
