import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchStep } from '#kit/server/nightly.ts'

const MEMBERS = 2_000

/** Nightly step: ends allowances of tills after the last day of settlement. Runs first, so that the points pay arrears or expire. */
export const endPastAllowances: BatchStep = {
  name: 'end allowances',
  async chunk({ db, today, after }) {
    return (await databaseFunctions.endPastAllowances(db, { after, most: MEMBERS, today }))[0]
  },
}

/** Nightly step: pays arrears from points whose first usable day has come. */
export const recoverArrearsStep: BatchStep = {
  name: 'recover arrears',
  async chunk({ db, today, after }) {
    return (await databaseFunctions.recoverArrearsOfMany(db, { after, most: MEMBERS, today }))[0]
  },
}

/** Nightly step: expires each lot after its last day by one Expire entry. */
export const expireLotsStep: BatchStep = {
  name: 'expire lots',
  async chunk({ db, today, now, after }) {
    return (await databaseFunctions.expireLots(db, { after, most: MEMBERS, today, atTime: now }))[0]
  },
}
