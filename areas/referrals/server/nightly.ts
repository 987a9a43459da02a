import { sql } from 'kysely'
import type { BatchStep, Chunk } from '#kit/server/nightly.ts'

/** Evaluates what files brought, and approves what waited until the friend's purchase can no longer be brought back. */
export const approveReferrals: BatchStep = {
  name: 'approve referrals',
  async chunk({ db, today, now, after }) {
    const source = { Today: today, Now: now, DecidedBy: 'night', RequestId: 'night' }
    const { rows } = await sql<Chunk>`
      select * from referral_of_batch(${after === '' ? 0 : Number(after)}::bigint, ${JSON.stringify(source)}::jsonb)`.execute(
      db,
    )
    return rows[0]
  },
}
