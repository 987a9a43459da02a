// What other areas may ask of referrals.

export { openReferral, wasRejected } from './open-referral.ts'
