-- The spend of a customer is the amount of sales minus returns.
-- Cancellations have positive amounts, so every figure of spend uses net_moved() or sale_left() instead of a sum.

-- The amount that a sale adds to the spend (negative for a cancellation). Scalar arguments allow index-only scans.
create or replace function net_moved(transaction_type text, net_amount numeric) returns numeric language sql immutable parallel safe as $$
  select case transaction_type when 'C' then -net_amount else net_amount end
$$;
