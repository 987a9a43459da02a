import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchStep } from '#kit/server/nightly.ts'
import { referralRefusals } from '../contract.ts'

/** Nightly step: re-evaluates referrals after file imports and approves those whose return window has ended. */
export const approveReferralsStep: BatchStep = {
  name: 'approve referrals',
  async chunk({ db, today, now, after }) {
    const source = { Today: today, Now: now, DecidedBy: 'night', RequestId: 'night' }
    return (await databaseFunctions.referralOfBatch(db, { after: Number(after), source }, referralRefusals))[0]
  },
}
