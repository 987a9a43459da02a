import { sql } from 'kysely'
import type { BatchStep, Chunk } from '#kit/server/nightly.ts'

const REWARDS = 500

/** What nobody claimed or collected by its last day ends: points that were paid return, stock and limits are free. */
export const expireRewards: BatchStep = {
  name: 'expire customer rewards',
  async chunk({ db, today, now, after }) {
    const source = { Today: today, At: now.toISOString(), UserName: 'night', RequestId: 'night' }
    const { rows } = await sql<Chunk>`
      select * from expire_rewards(${after}, ${REWARDS}, ${JSON.stringify(source)}::jsonb)`.execute(db)
    return rows[0]
  },
}

/** A reward whose last day is over ends once nobody holds one any more: after what its members held. */
export const expireCatalogue: BatchStep = {
  name: 'expire catalogue',
  async chunk({ db, today, now, after }) {
    const source = { Today: today, At: now.toISOString() }
    const { rows } = await sql<Chunk>`
      select * from expire_catalogue(${after}, ${REWARDS}, ${JSON.stringify(source)}::jsonb)`.execute(db)
    return rows[0]
  },
}
