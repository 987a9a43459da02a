-- THE PROOF OF THE BOOKS. Ledger, lots, allocations and balances say the same four times; here they are held against each other.
-- One statement, so that it sees one moment while the tills go on.

create or replace function books_differences()
returns table (check_name text, membership_no text, history_id bigint, expected bigint, found bigint)
language sql stable set work_mem = '96MB' as $$
  with of_member as (
    select h.membership_no, h.balance_type, sum(h.points)::bigint as points, sum(h.point_owed)::bigint as owed, count(*) as entries,
      sum(h.point_amount - h.point_reversed - h.point_utilized - h.point_expired)::bigint as lots
    from point_history h group by 1, 2
  ),
  pair as (
    select coalesce(b.membership_no, m.membership_no) as membership_no, coalesce(b.points, 0) as balance, coalesce(b.lots_remaining, 0) as lots_remaining,
      coalesce(b.arrears, 0) as arrears, coalesce(b.last_sequence_no, 0)::bigint as last_sequence_no,
      coalesce(m.points, 0) as points, coalesce(m.lots, 0) as lots, coalesce(m.owed, 0) as owed, coalesce(m.entries, 0) as entries
    from point_balance b full join of_member m on m.membership_no = b.membership_no and m.balance_type = b.balance_type
  ),
  taken as (
    select credit_history_id, sum(points)::bigint as points, coalesce(sum(points) filter (where kind = 'Expire'), 0)::bigint as expired
    from point_allocation group by 1
  ),
  covered as (select debit_history_id, sum(points)::bigint as points from point_allocation group by 1)
  select 'Balance', membership_no, null::bigint, points, balance from pair where points <> balance
  union all select 'Lots', membership_no, null, lots, lots_remaining from pair where lots <> lots_remaining
  union all select 'Arrears', membership_no, null, owed, arrears from pair where owed <> arrears
  union all select 'Sequence', membership_no, null, entries, last_sequence_no from pair where entries <> last_sequence_no
  union all select 'Lot', h.membership_no, h.history_id, coalesce(t.points, 0), h.point_reversed + h.point_utilized + h.point_expired
    from point_history h left join taken t on t.credit_history_id = h.history_id
    where h.point_amount > 0 and coalesce(t.points, 0) <> h.point_reversed + h.point_utilized + h.point_expired
  union all select 'Expiry', h.membership_no, h.history_id, coalesce(t.expired, 0), h.point_expired
    from point_history h left join taken t on t.credit_history_id = h.history_id
    where h.point_amount > 0 and coalesce(t.expired, 0) <> h.point_expired
  union all select 'Debit', h.membership_no, h.history_id, -h.points, coalesce(c.points, 0) + h.point_owed
    from point_history h left join covered c on c.debit_history_id = h.history_id
    where h.points < 0 and -h.points <> coalesce(c.points, 0) + h.point_owed
$$;
