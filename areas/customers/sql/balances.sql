-- THE BALANCE OF EACH MEMBER on a business day: point_balance without the lots whose last day has passed and which the nightly batch has not
-- expired yet, so that nobody is shown points that cannot be spent. Planned as a part of the query that calls it: normally no lot is due,
-- and an index says so at once.
create or replace function balances(today date) returns table (
  membership_no text, balance_type text, points bigint, lots_remaining bigint, arrears bigint, total_points_earned bigint, total_points_redeemed bigint,
  total_points_expired bigint, total_points_reversed bigint, total_points_adjusted bigint, total_points_merged bigint
)
language sql stable parallel safe as $$
  select held.membership_no, held.balance_type, held.points - coalesce(due.points, 0), held.lots_remaining - coalesce(due.points, 0), held.arrears,
    held.total_points_earned, held.total_points_redeemed, held.total_points_expired + coalesce(due.points, 0), held.total_points_reversed,
    held.total_points_adjusted, held.total_points_merged
  from point_balance held
  left join (
    select lot.membership_no, lot.balance_type, sum(lot.point_amount - lot.point_reversed - lot.point_utilized - lot.point_expired)::bigint as points
    from point_history lot
    where lot.point_amount > 0 and lot.point_reversed + lot.point_utilized + lot.point_expired < lot.point_amount and lot.expiry_date < today
    group by 1, 2
  ) due on due.membership_no = held.membership_no and due.balance_type = held.balance_type
$$;
