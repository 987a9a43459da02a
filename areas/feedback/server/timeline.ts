import { sql } from 'kysely'
import type { TimelineSource } from '#areas/customers/server/index.ts'

/** The timeline entries for feedback responses, with their score and comments. */
export const feedbackTimelineSource: TimelineSource = {
  kinds: ['Feedback'],
  select: (customerId) => sql`
    select r.submitted_at, 'Feedback', r.response_id::text, null, r.outlet_code, f.name, r.nps::text, null, null, null, r.low_score_yn,
      (select string_agg(a.text, ' · ' order by a.group_key) from feedback_answer a where a.response_id = r.response_id), null::timestamptz, null::jsonb
    from feedback_response r join feedback f using (feedback_id)
    where r.customer_id = ${customerId} and r.status <> 'Deleted'`,
}
