-- POINTS OF A SALE in parts, for every page, list, slip and message that shows points of a sale.

drop function if exists points_of_sale(bigint);

-- Returns the lines of a sale; `base` is the amount that earns, `exact` the points before rounding.
-- The column `cut` has points removed by a cap, the minimum spend or a negative line.
-- The rounding of a line is points − exact − cut.
-- The column `known` is true if exact points are stored for all lines.
create or replace function earned_lines(sale bigint)
returns table (
  sequence_no integer, description text, brand text, product_group text, eligible_yn text, rate_detail_id bigint, net_amount numeric, base numeric,
  exact numeric, cut numeric, known boolean, points bigint, reversed bigint
)
language sql stable as $$
  select line.sequence_no, line.description, line.brand, line.product_group, line.eligible_yn, line.rate_detail_id, line.net_amount, line.base, line.exact,
    case when line.whole >= line.whole_parts then 0 else trunc(greatest(line.exact, 0) * line.whole / line.positive, 6) - line.exact end,
    line.known, line.points_earned, line.points_reversed
  from (
    select d.*, (earning_bases(array_agg(d.net_amount) over lines, t.trade_in + t.voucher_amount))[row_number() over lines] as base,
      coalesce(d.points_exact, 0) as exact, sum(d.points_earned) over () as whole,
      bool_and(d.points_exact is not null or d.points_earned = 0) over () as known,
      sum(floor(greatest(d.points_exact, 0))) over () as whole_parts, sum(greatest(d.points_exact, 0)) over () as positive
    from transaction_detail d join transaction_summary t using (transaction_id) where d.transaction_id = sale
    window lines as (order by d.sequence_no rows between unbounded preceding and unbounded following)
  ) line
$$;

-- Returns the points of a sale: awarded (lines and bonuses), pending approval, reversed by returns, and the rest.
-- A cancellation has only reversed points. `parts`: the type `SalePoints` of the contract.
create or replace function points_of_sale(sale bigint)
returns table (earned bigint, bonus bigint, awarded bigint, pending bigint, reversed bigint, total bigint, parts jsonb)
language sql stable as $$
  select head.earned, head.bonus, head.earned + head.bonus, head.pending, head.reversed, head.earned + head.bonus - head.reversed,
    (
      -- Amounts inside JSON are strings, so that readers do not convert them to floating-point numbers.
      select jsonb_build_object(
        'Lines', coalesce(jsonb_agg(jsonb_build_object('SequenceNo', line.sequence_no, 'Exact', case when line.known then line.exact::text end,
          'Points', line.points, 'Reversed', line.reversed) order by line.sequence_no), '[]'),
        'Exact', case when bool_and(line.known) then sum(line.exact)::text end, 'Limit', case when bool_and(line.known) then sum(line.cut)::text end,
        'Rounding', case when bool_and(line.known) then (head.earned - sum(line.exact) - sum(line.cut))::text end)
      from earned_lines(head.transaction_id) line
    ) || jsonb_build_object('Earned', head.earned, 'Bonus', head.bonus, 'Awarded', head.earned + head.bonus, 'Pending', head.pending,
      'Reversed', head.reversed, 'Total', head.earned + head.bonus - head.reversed,
      'Bonuses', coalesce((
        select jsonb_agg(jsonb_build_object('Code', cause, 'Name', name, 'Points', given) order by cause)
        from sale_bonus where sale_bonus.transaction_id = head.transaction_id and given > 0), '[]'))
  from (
    select t.transaction_id, t.earned_points as earned, t.reversed_points as reversed, case when t.approval_status = 'Pending' then t.claimed_points else 0 end as pending,
      coalesce((select sum(given) from sale_bonus where sale_bonus.transaction_id = t.transaction_id), 0)::bigint as bonus
    from transaction_summary t where t.transaction_id = sale
  ) head
$$;
