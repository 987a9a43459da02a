-- Spend of a customer: sales minus returns. Cancellations are stored with a positive amount, so amounts must not be summed directly:
-- every figure uses net_moved() or sale_left() (areas/sales/sql).

-- Signed contribution of a sale or cancellation to the spend. Only plain values, so that sums can be read from the index alone.
create or replace function net_moved(transaction_type text, net_amount numeric) returns numeric language sql immutable parallel safe as $$
  select case transaction_type when 'C' then -net_amount else net_amount end
$$;
