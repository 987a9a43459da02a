-- LINES OF A LOT: a sale has several lots if its lines were sent one by one, so each lot has its own lines.

-- Returns the original lot of a lot that merges have moved; the lot itself if it was never merged.
create or replace function origin_of_lot(lot_id bigint) returns bigint language sql stable as $$
  with recursive step as (
    select lot_id as history_id, 0 as depth
    union all
    select taken.credit_history_id, step.depth + 1 from step
    join point_history came on came.history_id = step.history_id and came.transaction_type = 'Merge In' and came.source_key like 'carried:%'
    join point_allocation taken on taken.debit_history_id = split_part(came.source_key, ':', 2)::bigint and taken.kind = 'Merge'
  )
  select history_id from step order by depth desc, history_id limit 1
$$;

-- Returns lines with their points in a lot; lots and lines are matched in order, point by point.
-- A line that spans two lots begins in the first one. A line settled after a return has a lot of its own.
-- If the assignment of a sale was undone, the lot of the assignment has no lines.
create or replace function lines_of_lot(lot_id bigint) returns table (sequence_no integer, points bigint, begins boolean) language sql stable as $$
  with origin as (select h.history_id, h.transaction_id from point_history h where h.history_id = origin_of_lot(lot_id) and h.transaction_type = 'Earn'),
  sale as (
    select t.transaction_id, 'earn:' || t.transaction_id || case when t.unassigned_times > 0 then '#' || t.unassigned_times else '' end as key
    from transaction_summary t join origin using (transaction_id)
  ),
  lot as (
    select h.history_id, h.point_amount, case when h.source_key like '%:line:%' then split_part(h.source_key, ':line:', 2)::int end as line
    from sale join point_history h on h.transaction_id = sale.transaction_id and h.transaction_type = 'Earn'
      and (h.source_key = sale.key or h.source_key like sale.key || ':%' or h.source_key like 'earn:' || sale.transaction_id || ':line:%')
  ),
  span as (
    select history_id, sum(point_amount) over lots - point_amount as low, sum(point_amount) over lots as high, lead(history_id) over lots is null as last
    from lot where line is null window lots as (order by history_id)
  ),
  detail as (
    select d.sequence_no, d.points_earned, sum(d.points_earned) over lines - d.points_earned as low, sum(d.points_earned) over lines as high
    from sale join transaction_detail d using (transaction_id)
    where d.sequence_no not in (select line from lot where line is not null) window lines as (order by d.sequence_no)
  ),
  overlap as (
    select detail.sequence_no, greatest(least(detail.high, span.high) - greatest(detail.low, span.low), 0)::bigint as points,
      detail.low >= span.low and (detail.low < span.high or span.last) as begins
    from origin join span using (history_id) cross join detail
  )
  select * from overlap where overlap.points > 0 or overlap.begins
  union all
  select d.sequence_no, d.points_earned, true
  from origin join lot using (history_id) join transaction_detail d on d.transaction_id = origin.transaction_id and d.sequence_no = lot.line
$$;
