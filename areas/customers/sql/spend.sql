-- WHAT A CUSTOMER SPENT is what was bought less what came back. A cancellation is kept with a positive amount, so no sum is made of
-- amounts as they stand: every figure of spend is made of net_moved() and of sale_left() (areas/sales/sql).

-- What a sale or a cancellation adds to what was spent. Plain values, so that sums over all sales stay in their index.
create or replace function net_moved(transaction_type text, net_amount numeric) returns numeric language sql immutable parallel safe as $$
  select case transaction_type when 'C' then -net_amount else net_amount end
$$;
