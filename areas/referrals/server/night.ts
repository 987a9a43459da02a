import { sql } from 'kysely'
import type { NightStep, Portion } from '#areas/points/server/index.ts'

/** Judges what files brought, and approves what waited until the friend's purchase can no longer be brought back. */
export const approveReferrals: NightStep = {
  name: 'approve referrals',
  async portion({ db, today, now, after }) {
    const source = { Today: today, Now: now, DecidedBy: 'night', RequestId: 'night' }
    const { rows } = await sql<Portion>`
      select * from referral_of_night(${after === '' ? 0 : Number(after)}::bigint, ${JSON.stringify(source)}::jsonb)`.execute(
      db,
    )
    return rows[0]
  },
}
