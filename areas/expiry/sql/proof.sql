-- Reconciles ledger entries, lots, allocations, balances, sales and sale lines. Returns one row for each difference.
-- One statement makes all comparisons of the reconciliation, so that they see the same snapshot.

-- The function is dropped before it is created, because `create or replace` cannot change the returned columns.
drop function if exists ledger_differences();
create function ledger_differences()
returns table (check_name text, membership_no text, history_id bigint, invoice_no text, expected numeric, found numeric)
language sql stable set work_mem = '96MB' as $$
  with member_totals as (
    select h.membership_no, h.balance_type, sum(h.points)::bigint as points, sum(h.point_owed)::bigint as owed, count(*) as entries,
      sum(h.point_amount - h.point_reversed - h.point_utilized - h.point_expired)::bigint as lots,
      coalesce(sum(h.points) filter (where h.transaction_type in ('Earn', 'Bonus', 'Referral', 'Opening Balance')), 0)::bigint as earned,
      coalesce(-sum(h.points) filter (where h.transaction_type in ('Redeem', 'Redeem Refund')), 0)::bigint as redeemed,
      coalesce(-sum(h.points) filter (where h.transaction_type = 'Expire'), 0)::bigint as expired,
      coalesce(-sum(h.points) filter (where h.transaction_type = 'Reversal'), 0)::bigint as reversed,
      coalesce(sum(h.points) filter (where h.transaction_type in ('Adjust In', 'Adjust Out')), 0)::bigint as adjusted,
      coalesce(sum(h.points) filter (where h.transaction_type in ('Merge In', 'Merge Out')), 0)::bigint as merged
    from point_history h group by 1, 2
  ),
  balance_pair as (
    select coalesce(b.membership_no, m.membership_no) as membership_no, coalesce(b.points, 0) as balance, coalesce(b.lots_remaining, 0) as lots_remaining,
      coalesce(b.arrears, 0) as arrears, coalesce(b.last_sequence_no, 0)::bigint as last_sequence_no,
      coalesce(m.points, 0) as points, coalesce(m.lots, 0) as lots, coalesce(m.owed, 0) as owed, coalesce(m.entries, 0) as entries,
      coalesce(m.earned, 0) as earned, coalesce(b.total_points_earned, 0) as total_earned,
      coalesce(m.redeemed, 0) as redeemed, coalesce(b.total_points_redeemed, 0) as total_redeemed,
      coalesce(m.expired, 0) as expired, coalesce(b.total_points_expired, 0) as total_expired,
      coalesce(m.reversed, 0) as reversed, coalesce(b.total_points_reversed, 0) as total_reversed,
      coalesce(m.adjusted, 0) as adjusted, coalesce(b.total_points_adjusted, 0) as total_adjusted,
      coalesce(m.merged, 0) as merged, coalesce(b.total_points_merged, 0) as total_merged
    from point_balance b full join member_totals m on m.membership_no = b.membership_no and m.balance_type = b.balance_type
  ),
  lot_allocations as (
    select credit_history_id, sum(points)::bigint as points, coalesce(sum(points) filter (where kind = 'Expire'), 0)::bigint as expired
    from point_allocation group by 1
  ),
  debit_allocations as (select debit_history_id, sum(points)::bigint as points from point_allocation group by 1),
  line_totals as (
    select d.transaction_id, sum(d.points_earned)::bigint as earned, sum(d.net_amount) as net from transaction_detail d group by 1
  ),
  -- The ledger points of each sale: earned points, minus points reversed by unassigning the sale, and cancelled points.
  ledger_totals as (
    select h.transaction_id, coalesce(sum(h.points) filter (where h.transaction_type = 'Earn' or h.source_key like 'unassign:%'), 0)::bigint as earned,
      coalesce(-sum(h.points) filter (where h.source_key like 'cancel:%'), 0)::bigint as reversed
    from point_history h where h.transaction_id is not null and h.transaction_type in ('Earn', 'Reversal') group by 1
  ),
  cancelled_points as (
    select lot.transaction_id, -sum(h.points)::bigint as reversed
    from point_history h join point_history lot on lot.history_id = h.reversal_of
    where h.transaction_type = 'Reversal' and h.source_key like 'cancel:%' and lot.transaction_id is not null group by 1
  ),
  sale as (
    select t.transaction_id, t.transaction_type, t.invoice_no, t.membership_no, t.source, t.total_stated_yn, t.net_amount, t.tax, t.total_amount, t.earned_points, t.reversed_points,
      coalesce(l.earned, 0) as lines_earned, l.net as lines_net, coalesce(g.earned, 0) as ledger_earned,
      case t.transaction_type when 'C' then coalesce(g.reversed, 0) else coalesce(b.reversed, 0) end as ledger_reversed
    from transaction_summary t left join line_totals l using (transaction_id) left join ledger_totals g using (transaction_id) left join cancelled_points b using (transaction_id)
  ),
  -- The bonus points of each sale from sales and from the ledger, minus points reversed by unassigning the sale.
  sale_bonuses as (
    select b.transaction_id, sum(b.points) as points, sum(b.given) as given, sum(b.returned) as returned from sale_bonus b group by 1
  ),
  bonus_reversals as (
    select r.reversal_of as history_id, sum(-r.points) filter (where r.source_key like 'unassign-bonus:%') as unassigned,
      sum(-r.points) filter (where r.source_key like 'cancel:%') as cancelled
    from point_history r where r.reversal_of is not null group by 1
  ),
  -- Points that expired in lots to which the merge of a member carried a bonus.
  carried_bonuses as (
    select h.history_id, sum(carried.point_expired) as expired
    from point_history h cross join lateral carried_lots(h.history_id) carried
    where h.transaction_type = 'Bonus' and carried.history_id <> h.history_id
      and h.history_id in (select credit_history_id from point_allocation where kind = 'Merge')
    group by 1
  ),
  ledger_bonuses as (
    select h.transaction_id, sum(h.points) - coalesce(sum(reversals.unassigned), 0) as given, coalesce(sum(reversals.cancelled), 0) as returned,
      sum(h.point_expired) + coalesce(sum(carried.expired), 0) as expired
    from point_history h left join bonus_reversals reversals using (history_id) left join carried_bonuses carried using (history_id)
    where h.transaction_type = 'Bonus' and h.transaction_id is not null group by 1
  ),
  -- The returned quantities of each original sale line.
  returned as (
    select d.original_transaction_id as transaction_id, d.old_sequence_no as sequence_no, sum(d.quantity) as quantity
    from transaction_detail d where d.original_transaction_id is not null group by 1, 2
  )
  select 'Balance', membership_no, null::bigint, null::text, points::numeric, balance::numeric from balance_pair where points <> balance
  union all select 'Lots', membership_no, null, null, lots, lots_remaining from balance_pair where lots <> lots_remaining
  union all select 'Arrears', membership_no, null, null, owed, arrears from balance_pair where owed <> arrears
  union all select 'Reserved', coalesce(a.membership_no, b.membership_no), null, null, coalesce(a.unused, 0), coalesce(b.reserved, 0)
    from (select membership_no, sum(points - used)::bigint as unused from offline_allowance where status = 'Open' group by 1) a
    full join (select membership_no, reserved from point_balance where reserved <> 0) b using (membership_no)
    where coalesce(a.unused, 0) <> coalesce(b.reserved, 0)
  union all select 'Sequence', membership_no, null, null, entries, last_sequence_no from balance_pair where entries <> last_sequence_no
  union all select 'Total earned', membership_no, null, null, earned, total_earned from balance_pair where earned <> total_earned
  union all select 'Total redeemed', membership_no, null, null, redeemed, total_redeemed from balance_pair where redeemed <> total_redeemed
  union all select 'Total expired', membership_no, null, null, expired, total_expired from balance_pair where expired <> total_expired
  union all select 'Total reversed', membership_no, null, null, reversed, total_reversed from balance_pair where reversed <> total_reversed
  union all select 'Total adjusted', membership_no, null, null, adjusted, total_adjusted from balance_pair where adjusted <> total_adjusted
  -- A difference in another total causes this difference, which is therefore reported only if all other totals agree.
  union all select 'Total merged', membership_no, null, null, merged, total_merged from balance_pair
    where merged <> total_merged and points = balance
      and (earned, redeemed, expired, reversed, adjusted) = (total_earned, total_redeemed, total_expired, total_reversed, total_adjusted)
  union all select 'Lot', h.membership_no, h.history_id, null, coalesce(t.points, 0), h.point_reversed + h.point_utilized + h.point_expired
    from point_history h left join lot_allocations t on t.credit_history_id = h.history_id
    where h.point_amount > 0 and coalesce(t.points, 0) <> h.point_reversed + h.point_utilized + h.point_expired
  union all select 'Expiry', h.membership_no, h.history_id, null, coalesce(t.expired, 0), h.point_expired
    from point_history h left join lot_allocations t on t.credit_history_id = h.history_id
    where h.point_amount > 0 and coalesce(t.expired, 0) <> h.point_expired
  union all select 'Debit', h.membership_no, h.history_id, null, -h.points, coalesce(c.points, 0) + h.point_owed
    from point_history h left join debit_allocations c on c.debit_history_id = h.history_id
    where h.points < 0 and -h.points <> coalesce(c.points, 0) + h.point_owed
  union all select 'Points of sale', membership_no, null, invoice_no, ledger_earned, earned_points from sale where ledger_earned <> earned_points
  union all select 'Reversed points of sale', membership_no, null, invoice_no, ledger_reversed, reversed_points from sale where ledger_reversed <> reversed_points
  union all select 'Bonuses of sale', sale.membership_no, null, sale.invoice_no, coalesce(bonus.given, 0), coalesce(ledger.given, 0)
    from sale_bonuses bonus full join ledger_bonuses ledger using (transaction_id) left join sale using (transaction_id)
    where coalesce(bonus.given, 0) <> coalesce(ledger.given, 0)
  union all select 'Reversed bonuses of sale', sale.membership_no, null, sale.invoice_no, bonus.returned, coalesce(ledger.returned, 0)
    from sale_bonuses bonus left join ledger_bonuses ledger using (transaction_id) left join sale using (transaction_id)
    -- Points that expired before the return of their sale are not reversed again.
    where bonus.returned <> coalesce(ledger.returned, 0) or bonus.given - bonus.points > bonus.returned + coalesce(ledger.expired, 0)
  union all select 'Points of lines', membership_no, null, invoice_no, earned_points, lines_earned from sale where earned_points <> lines_earned
  union all select 'Amount of lines', membership_no, null, invoice_no, net_amount, lines_net from sale where lines_net <> net_amount
  -- The lines of a sale may arrive one by one, so before the last line their sum is below the stated total.
  -- Lines above the stated total of a sale wait under Sales to check until they are confirmed.
  union all select 'Amount of sale', membership_no, null, invoice_no, net_amount + tax, total_amount from sale
    where total_amount <> net_amount + tax
      and not (transaction_type = 'N' and total_stated_yn = 'Y' and source <> 'Import' and net_amount + tax < total_amount)
      and not exists (select from sale_check open_check where open_check.transaction_id = sale.transaction_id and open_check.status = 'Waiting' and 'Total' = any (open_check.reasons))
  union all select 'Cancelled quantity', t.membership_no, null, t.invoice_no, coalesce(r.quantity, 0), d.cancelled_quantity
    from transaction_detail d left join returned r on r.transaction_id = d.transaction_id and r.sequence_no = d.sequence_no
    join transaction_summary t on t.transaction_id = d.transaction_id
    where d.cancelled_quantity <> coalesce(r.quantity, 0)
  union all select 'Reversed points of line', t.membership_no, null, t.invoice_no,
      case when d.cancelled_quantity = d.quantity then d.points_earned else floor(d.points_earned * d.cancelled_quantity / d.quantity) end, d.points_reversed
    from transaction_detail d join transaction_summary t on t.transaction_id = d.transaction_id
    where (d.points_reversed <> 0 or d.cancelled_quantity <> 0) and d.quantity <> 0
      and d.points_reversed <> case when d.cancelled_quantity = d.quantity then d.points_earned else floor(d.points_earned * d.cancelled_quantity / d.quantity) end
$$;
