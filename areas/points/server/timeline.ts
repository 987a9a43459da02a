import { sql } from 'kysely'
import { membershipNumbersOfCustomerSql, staffNameSql, type TimelineSource } from '#areas/customers/server/index.ts'
import { includedBonusSql, isIncludedBonusSql } from './purchase-bonus.ts'

export const pointTimelineSource: TimelineSource = {
  kinds: ['Points'],
  select: (id, whole) => sql`
    select h.created_at, 'Points', h.history_id::text, ${staffNameSql('h.created_by_id')}, h.outlet_code, h.transaction_type, h.remark,
      h.membership_no, null, h.points + ${includedBonusSql}, nullif(${includedBonusSql}, 0)::text, null, null, null
    from point_history h where h.membership_no in ${membershipNumbersOfCustomerSql(id)} and not ${isIncludedBonusSql}
      -- The timeline excludes points of sales, returns and rewards, because other timeline entries show them.
      and not (${whole} and (h.object_type = 'Transaction' and h.transaction_type in ('Earn', 'Reversal')
        or h.transaction_id is not null and h.transaction_type = 'Bonus'
        or h.reference_code is not null and h.transaction_type in ('Redeem', 'Redeem Refund')))`,
}
