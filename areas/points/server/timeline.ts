import { sql } from 'kysely'
import { membershipNumbersOfCustomer, staffName, type TimelineSource } from '#areas/customers/server/index.ts'

export const pointTimeline: TimelineSource = {
  kinds: ['Points'],
  select: (id, whole) => sql`
    select created_at, 'Points', history_id::text, ${staffName('point_history.created_by_id')}, outlet_code, transaction_type, remark,
      membership_no, null, points, null, null, null, null
    from point_history where membership_no in ${membershipNumbersOfCustomer(id)}
      -- The entry of a sale, a return or a reward shows its points.
      and not (${whole} and (object_type = 'Transaction' and transaction_type in ('Earn', 'Reversal')
        or transaction_id is not null and transaction_type = 'Bonus'
        or reference_code is not null and transaction_type in ('Redeem', 'Redeem Refund')))`,
}
