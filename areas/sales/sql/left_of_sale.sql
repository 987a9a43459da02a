-- What is left of a sale after what was returned of it.
create or replace function sale_left(sale bigint) returns numeric language sql stable parallel safe as $$
  -- By line: a cancellation from a file may return lines of several sales.
  select t.net_amount - coalesce((select sum(c.net_amount) from transaction_detail c where c.original_transaction_id = t.transaction_id), 0)
  from transaction_summary t where t.transaction_id = sale
$$;

-- What a sale gave its member: what its lines earned, and what campaigns added.
create or replace function points_of_sale(sale bigint) returns bigint language sql stable as $$
  select t.earned_points + coalesce((select sum(bonus.given) from sale_bonus bonus where bonus.transaction_id = t.transaction_id), 0)::bigint
  from transaction_summary t where t.transaction_id = sale
$$;
