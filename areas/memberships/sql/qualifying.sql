-- What of a sale counts: what earns, less the part that was paid otherwise, which pays for every line in proportion.
create or replace function qualifying_amount(eligible numeric, net numeric, paid_otherwise numeric) returns numeric language sql immutable as $$
  select case when paid_otherwise = 0 or net <= 0 then eligible else round(eligible * greatest(net - paid_otherwise, 0) / net, 2) end
$$;

-- The sales of a member and what of each counts towards a level: what earns, less what was returned of it whenever that
-- was, less the part that was paid by voucher, points or trade-in.
create or replace function qualifying_sales(member text, since date, until date)
returns table (
  transaction_id bigint, invoice_no text, performed_at timestamptz, business_date date, outlet_code text, net_amount numeric,
  returned numeric, qualifying_amount numeric
)
language sql stable as $$
  select sale.transaction_id, sale.invoice_no, sale.performed_at, sale.business_date, sale.outlet_code, sale.net_amount, back.net,
    qualifying_amount(whole.eligible - back.eligible, whole.net, sale.trade_in + sale.voucher_amount)
  from transaction_summary sale
  cross join lateral (
    -- A sale that came without lines counts by its head.
    select coalesce(sum(line.net_amount), sale.net_amount) as net,
      case when count(*) = 0 then sale.net_amount else coalesce(sum(line.net_amount) filter (where line.eligible_yn = 'Y'), 0) end as eligible
    from transaction_detail line where line.transaction_id = sale.transaction_id
  ) whole
  cross join lateral (
    -- By line: a cancellation from a file may return lines of several sales.
    select coalesce(sum(line.net_amount), 0.00) as net, coalesce(sum(line.net_amount) filter (where line.eligible_yn = 'Y'), 0.00) as eligible
    from transaction_detail line where line.original_transaction_id = sale.transaction_id
  ) back
  where sale.membership_no = member and sale.transaction_type = 'N'
    and (since is null or sale.business_date >= since) and (until is null or sale.business_date <= until)
$$;

-- The tiers of a card group on a day with their conditions; a tier without a running level has none.
create or replace function levels_of(of_group bigint, day date)
returns table (
  code text, name text, level_sequence integer, card_level_id bigint, first_sales_amount numeric, accumulate_amount numeric,
  maintain_amount numeric, cycle_months integer, grace_days integer, downgrade_mode text
)
language sql stable as $$
  select category.code, category.name, category.level_sequence, level.card_level_id, level.first_sales_amount, level.accumulate_amount,
    coalesce(level.maintain_amount, 0), coalesce(level.cycle_months, 12), coalesce(level.grace_days, 0), coalesce(level.downgrade_mode, 'One level')
  from card_category category
  left join card_level level on level.card_category_id = category.card_category_id and level.status = 'Active'
    and level.effective_from <= day and (level.effective_to is null or level.effective_to >= day)
  where category.card_group_id = of_group and category.status = 'Active'
$$;

-- What a member spent in a span of days. A cancellation from a file that names no sale counts on its own day.
create or replace function level_spend(member text, since date, until date) returns numeric language sql stable as $$
  select 0.00 + coalesce((select sum(qualifying_amount) from qualifying_sales(member, since, until)), 0)
    - coalesce((
      select sum(line.net_amount) from transaction_summary back join transaction_detail line on line.transaction_id = back.transaction_id
      where back.membership_no = member and back.transaction_type = 'C' and back.business_date between since and until
        and line.original_transaction_id is null and line.eligible_yn = 'Y'), 0)
$$;

-- The category a member was in at the end of a business day; null: not premium then. Undoes the changes that took effect later, beginning with
-- the `present` one. Planned as a part of the query that calls it.
create or replace function category_on(member text, present text, day date) returns table (code text) language sql stable as $$
  select case when later.level_history_id is null then present else later.from_category end
  from (select) one left join lateral (
    select history.level_history_id, history.from_category from membership_level_history history
    where history.membership_no = member and history.applied_at >= ((day + 1)::timestamp at time zone business_zone())
    order by history.applied_at, history.level_history_id limit 1
  ) later on true
$$;

-- The category a member is in, or comes into by changes that are approved and wait for their day.
create or replace function coming_category(member text) returns text language sql stable as $$
  select case when waiting.level_history_id is null then holder.card_category_code else waiting.to_category end
  from membership holder
  left join lateral (
    select history.level_history_id, history.to_category from membership_level_history history
    where history.membership_no = member and history.status = 'Approved' and history.applied_at is null and history.lapsed_at is null
    order by history.level_history_id desc limit 1
  ) waiting on true
  where holder.membership_no = member
$$;
