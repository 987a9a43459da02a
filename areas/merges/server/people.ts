import type { stricterConsents } from './consents.ts'

/** The previous state of both customers, stored to undo the merge. */
export type MergedPeople = {
  Survivor: { Before: object; After: object }
  Merged: object
  Memberships: { Before: object[]; After: object[] }
  Numbers: Record<string, string>
  Recommended: number[]
  Referrals: { ReferralId: number; Status: string }[]
  Consents: Awaited<ReturnType<typeof stricterConsents>>
  PrimaryAddressId: number | null
}
