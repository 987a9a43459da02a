// What other areas may ask of referrals.

export { approveReferrals } from './night.ts'
export { openReferral, wasRejected } from './open-referral.ts'
