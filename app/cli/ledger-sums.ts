import type pg from 'pg'
import type { BackupControlSums } from './backup/format.ts'

const statement = `
  select
    (select count(*)::text from membership) as "memberships",
    (select coalesce(sum(net_amount) filter (where transaction_type = 'N'), 0)::text from transaction_summary) as "sales",
    (select coalesce(sum(net_amount) filter (where transaction_type = 'C'), 0)::text from transaction_summary) as "cancellations",
    (select coalesce(sum(points), 0)::text from point_history) as "sum of the ledger",
    (select coalesce(sum(point_amount - point_reversed - point_utilized - point_expired), 0)::text from point_history) as "left in lots",
    (select coalesce(sum(points), 0)::text from point_balance) as "balances",
    (select coalesce(sum(arrears), 0)::text from point_balance) as "arrears",
    (select coalesce(sum(points), 0)::text from point_allocation) as "taken from lots",
    (select count(*)::text from (
      select 1 from point_balance b
      left join lateral (select coalesce(sum(points), 0) ledger, coalesce(sum(point_amount - point_reversed - point_utilized - point_expired), 0) lots,
          coalesce(sum(point_owed), 0) owed
        from point_history h where h.membership_no = b.membership_no) book on true
      where (b.points, b.lots_remaining, b.arrears) is distinct from (book.ledger, book.lots, book.owed)) wrong) as "members whose book disagrees"`

/** Control sums of the points ledger and the sales. */
export async function readLedgerSums(client: pg.ClientBase): Promise<BackupControlSums> {
  const { rows } = await client.query<BackupControlSums>(statement)
  return rows[0]!
}
