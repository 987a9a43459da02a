-- Returns the net amount of a sale less its returns.
create or replace function sale_left(sale bigint) returns numeric language sql stable parallel safe as $$
  -- Returns are summed by line, because a cancellation from a file can return lines of several sales.
  select t.net_amount - coalesce((select sum(c.net_amount) from transaction_detail c where c.original_transaction_id = t.transaction_id), 0)
  from transaction_summary t where t.transaction_id = sale
$$;
