import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

const customerResponses = sql`feedback_response where status = 'Active' and customer_id is not null`

const latest = sql`(select distinct on (customer_id) customer_id, nps, low_score_yn from ${customerResponses} order by customer_id, submitted_at desc, response_id desc) latest`

/** The segment conditions on the latest feedback of a customer. */
export const feedbackSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'NpsGroup',
    Kind: 'choice',
    choices: { words: ['Promoter', 'Passive', 'Detractor'] },
    rows: () => sql`
      select distinct on (customer_id) customer_id, case when nps >= 9 then 'Promoter' when nps >= 7 then 'Passive' else 'Detractor' end as value
      from ${customerResponses} and nps is not null order by customer_id, submitted_at desc, response_id desc`,
  },
  {
    Name: 'LowScore',
    Kind: 'yes-no',
    rows: () => sql`select customer_id, true as value from ${latest} where low_score_yn = 'Y'`,
  },
  {
    Name: 'LastFeedback',
    Kind: 'date',
    rows: () =>
      sql`select customer_id, business_date_of(max(submitted_at)) as value from ${customerResponses} group by 1`,
  },
]
