import { sql } from 'kysely'
import type { NightStep, Portion } from '#areas/points/server/index.ts'

const REWARDS = 2_000

/** What nobody claimed ends with its last day, as the points do. */
export const expireRewards: NightStep = {
  name: 'expire rewards',
  async portion({ db, today, after }) {
    const { rows } = await sql<Portion & { FirstKey: string | null }>`
      with due as (
        select reference_code from point_expiry_reward
        where status = 'Active' and reference_code > ${after} and validity_to < ${today} order by reference_code limit ${REWARDS} for update
      ), ended as (
        update point_expiry_reward set status = 'Expired' where reference_code in (select reference_code from due) returning reference_code
      )
      select min(reference_code) as first_key, max(reference_code) as last_key, count(*) as done from ended`.execute(db)
    const done = rows[0]
    return done?.FirstKey ? done : undefined
  },
}
