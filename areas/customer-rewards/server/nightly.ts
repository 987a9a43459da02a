import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchStep } from '#kit/server/nightly.ts'

const CHUNK_SIZE = 500

/** Expires customer rewards that were not claimed or collected by their last day, by calling expire_rewards. */
export const expireCustomerRewardsStep: BatchStep = {
  name: 'expire customer rewards',
  async chunk({ db, today, now, after }) {
    const source = { Today: today, At: now.toISOString(), UserName: 'night', RequestId: 'night' }
    return (await databaseFunctions.expireRewards(db, { after, most: CHUNK_SIZE, source }))[0]
  },
}

/** Expires rewards of the catalogue whose validity has ended and that have no Active customer rewards. */
export const expireCatalogueRewardsStep: BatchStep = {
  name: 'expire catalogue',
  async chunk({ db, today, now, after }) {
    const source = { Today: today, At: now.toISOString() }
    return (await databaseFunctions.expireCatalogue(db, { after, most: CHUNK_SIZE, source }))[0]
  },
}
