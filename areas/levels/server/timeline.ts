import { sql } from 'kysely'
import { membershipNumbersOfCustomerSql, staffNameSql, type TimelineSource } from '#areas/customers/server/index.ts'

/** The display name of a card category; the code if the category was deleted. */
const tierName = (code: string) =>
  sql`coalesce((select category.name from card_category category where category.code = ${sql.raw(code)} and category.status <> 'Deleted'), ${sql.raw(code)})`

export const levelTimelineSource: TimelineSource = {
  kinds: ['Level'],
  select: (id) => sql`
    select coalesce(decided_at, requested_at), 'Level', level_history_id::text,
      ${staffNameSql('coalesce(membership_level_history.decided_by_id, membership_level_history.requested_by_id)')}, outlet_code, action, status,
      membership_no, null, null, ${tierName('from_category')}, ${tierName('to_category')}, null, null
    from membership_level_history where status <> 'Deleted' and membership_no in ${membershipNumbersOfCustomerSql(id)}`,
}
