import { sql } from 'kysely'
import type { BatchChunk, BatchStep } from '#kit/server/nightly.ts'

/** Sets the status of campaigns to Ended after their last day, for display. Awards and sends check the dates themselves. */
export const endCampaignsStep: BatchStep = {
  name: 'end campaigns',
  async chunk({ db, now, today, after }) {
    const { rows } = await sql<BatchChunk>`
      with due as (
        select campaign_code from campaign where status in ('Active', 'Paused') and end_date < ${today}::date and campaign_code > ${after}
        order by campaign_code limit 200 for update
      ), ended as (
        update campaign set status = 'Ended', ran_out_yn = 'Y', version = version + 1, updated_at = ${now} from due where campaign.campaign_code = due.campaign_code
        returning campaign.campaign_code
      )
      select min(campaign_code) as first_key, max(campaign_code) as last_key, count(*)::int as done from ended having count(*) > 0`.execute(
      db,
    )
    return rows[0]
  },
}
