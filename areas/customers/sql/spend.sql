-- Spend of a customer: sales minus returns.
-- Cancellations have a positive amount, so every figure uses net_moved() or sale_left() instead of a plain sum.

-- The amount that a sale adds to the spend (negative for a cancellation). Scalar arguments allow index-only scans.
create or replace function net_moved(transaction_type text, net_amount numeric) returns numeric language sql immutable parallel safe as $$
  select case transaction_type when 'C' then -net_amount else net_amount end
$$;
