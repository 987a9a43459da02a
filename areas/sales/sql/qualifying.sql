-- Returns the amount that counts towards a level: the part that earns, less its share of voucher and trade-in.
create or replace function qualifying_amount(eligible numeric, net numeric, paid_otherwise numeric) returns numeric language sql immutable as $$
  select case when paid_otherwise = 0 or net <= 0 then eligible else round(eligible * greatest(net - paid_otherwise, 0) / net, 2) end
$$;

-- Returns sales of a member with the amount that counts towards a level, less returns of any date.
-- The share paid by voucher, points or trade-in does not count.
create or replace function qualifying_sales(member text, since date, until date)
returns table (
  transaction_id bigint, invoice_no text, performed_at timestamptz, business_date date, outlet_code text, net_amount numeric,
  returned numeric, qualifying_amount numeric
)
language sql stable as $$
  select sale.transaction_id, sale.invoice_no, sale.performed_at, sale.business_date, sale.outlet_code, sale.net_amount, return_sums.net,
    qualifying_amount(whole.eligible - return_sums.eligible, whole.net, sale.trade_in + sale.voucher_amount)
  from transaction_summary sale
  cross join lateral (
    -- A sale without lines counts with the net amount of its header.
    select coalesce(sum(line.net_amount), sale.net_amount) as net,
      case when count(*) = 0 then sale.net_amount else coalesce(sum(line.net_amount) filter (where line.eligible_yn = 'Y'), 0) end as eligible
    from transaction_detail line where line.transaction_id = sale.transaction_id
  ) whole
  cross join lateral (
    -- Returns are summed by line, because a cancellation from a file can return lines of several sales.
    select coalesce(sum(line.net_amount), 0.00) as net, coalesce(sum(line.net_amount) filter (where line.eligible_yn = 'Y'), 0.00) as eligible
    from transaction_detail line where line.original_transaction_id = sale.transaction_id
  ) return_sums
  where sale.membership_no = member and sale.transaction_type = 'N'
    and (since is null or sale.business_date >= since) and (until is null or sale.business_date <= until)
$$;

-- Returns what a member's sales in a period count towards a level; a cancellation without a sale counts on its own day.
create or replace function level_spend(member text, since date, until date) returns numeric language sql stable as $$
  select 0.00 + coalesce((select sum(qualifying_amount) from qualifying_sales(member, since, until)), 0)
    - coalesce((
      select sum(line.net_amount) from transaction_summary cancellation join transaction_detail line on line.transaction_id = cancellation.transaction_id
      where cancellation.membership_no = member and cancellation.transaction_type = 'C' and cancellation.business_date between since and until
        and line.original_transaction_id is null and line.eligible_yn = 'Y'), 0)
$$;
