-- The balances on a business day: point_balance minus expired lots that the nightly batch has not processed yet.
-- Without the expired lots, screens would show points that members cannot spend.
-- The planner inlines this function into the calling query, so that an index finds the expired lots.
create or replace function balances(today date) returns table (
  membership_no text, balance_type text, points bigint, lots_remaining bigint, arrears bigint, total_points_earned bigint, total_points_redeemed bigint,
  total_points_expired bigint, total_points_reversed bigint, total_points_adjusted bigint, total_points_merged bigint
)
language sql stable parallel safe as $$
  select balance.membership_no, balance.balance_type, balance.points - coalesce(due.points, 0), balance.lots_remaining - coalesce(due.points, 0), balance.arrears,
    balance.total_points_earned, balance.total_points_redeemed, balance.total_points_expired + coalesce(due.points, 0), balance.total_points_reversed,
    balance.total_points_adjusted, balance.total_points_merged
  from point_balance balance
  left join (
    select lot.membership_no, lot.balance_type, sum(lot.point_amount - lot.point_reversed - lot.point_utilized - lot.point_expired)::bigint as points
    from point_history lot
    where lot.point_amount > 0 and lot.point_reversed + lot.point_utilized + lot.point_expired < lot.point_amount and lot.expiry_date < today
    group by 1, 2
  ) due on due.membership_no = balance.membership_no and due.balance_type = balance.balance_type
$$;
