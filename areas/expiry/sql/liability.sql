
-- Returns the points liability at the end of `day`. Points that were used later are added back to their lots.
-- Only points that are valid on the day `valid_on` are part of the liability.
create or replace function liability_report(day date, valid_on date) returns jsonb language sql stable set work_mem = '64MB' as $$
  with later as (
    select a.credit_history_id, sum(a.points)::bigint as points
    from point_allocation a join point_history d on d.history_id = a.debit_history_id
    where d.business_date > day group by 1
  ),
  lot as (
    select h.membership_no, h.expiry_date, (h.earned_at at time zone (select business_zone()))::date as earned,
      h.point_amount - h.point_reversed - h.point_utilized - h.point_expired + coalesce(later.points, 0) as remaining
    from point_history h left join later on later.credit_history_id = h.history_id
    where h.point_amount > 0 and h.business_date <= day and (h.expiry_date is null or h.expiry_date >= valid_on)
      and h.point_amount - h.point_reversed - h.point_utilized - h.point_expired + coalesce(later.points, 0) > 0
  ),
  -- The movements are first grouped by day, because there are far fewer days than lots.
  by_day as materialized (select expiry_date, earned, count(*) as lots, sum(remaining)::bigint as points from lot group by 1, 2),
  holder as (select membership_no from lot group by 1),
  aged as (
    select least(greatest((extract(year from age(day, earned)) * 12 + extract(month from age(day, earned)))::integer, 0) / 6, 4) as age_group,
      sum(points)::bigint as points
    from by_day group by 1
  ),
  ending as (
    select extract(year from expiry_date)::integer as year, extract(month from expiry_date)::integer as month, sum(points)::bigint as points
    from by_day group by 1, 2
  )
  select jsonb_build_object(
    'Members', (select count(*) from holder),
    'Lots', (select coalesce(sum(lots), 0) from by_day),
    'Outstanding', (select coalesce(sum(points), 0) from by_day),
    'Arrears', (select coalesce(sum(point_owed), 0) from point_history where point_owed > 0 and business_date <= day),
    'Ageing', coalesce((select jsonb_agg(jsonb_build_object('Age', (array['0-5', '6-11', '12-17', '18-23', '24+'])[age_group + 1], 'Points', points) order by age_group) from aged), '[]'),
    'Projection', coalesce((select jsonb_agg(jsonb_build_object('Year', year, 'Month', month, 'Points', points) order by year nulls last, month) from ending), '[]'))
$$;

-- Returns the movements of points between two days. Points expire in the month of their expiry date.
create or replace function liability_moves(first_day date, last_day date)
returns table (earned bigint, redeemed bigint, expired bigint, reversed bigint, adjusted bigint) language sql stable as $$
  select
    coalesce(sum(points) filter (where transaction_type in ('Earn', 'Bonus', 'Referral', 'Opening Balance')), 0)::bigint,
    coalesce(-sum(points) filter (where transaction_type in ('Redeem', 'Redeem Refund')), 0)::bigint,
    (select coalesce(sum(point_expired), 0) from point_history where point_expired > 0 and expiry_date between first_day and last_day)::bigint,
    coalesce(-sum(points) filter (where transaction_type = 'Reversal'), 0)::bigint,
    coalesce(sum(points) filter (where transaction_type in ('Adjust In', 'Adjust Out', 'Reinstate')), 0)::bigint
  from point_history where business_date between first_day and last_day
$$;

-- Closes the month before `today` once. Returns the month if this call closed it.
create or replace function close_month(today date, cost numeric, at_time timestamptz) returns date language sql as $$
  with previous as (select (date_trunc('month', today) - interval '1 month')::date as month, (date_trunc('month', today) - interval '1 day')::date as last_day),
  unclosed as (select * from previous where not exists (select from liability_month m where m.month = previous.month))
  insert into liability_month (month, taken_at, cost_per_point, members, lots, outstanding, arrears, earned, redeemed, expired, reversed, adjusted, ageing, projection)
  select unclosed.month, at_time, cost, (report->>'Members')::bigint, (report->>'Lots')::bigint, (report->>'Outstanding')::bigint, (report->>'Arrears')::bigint,
    moves.earned, moves.redeemed, moves.expired, moves.reversed, moves.adjusted, report->'Ageing', report->'Projection'
  from unclosed, liability_report(unclosed.last_day, unclosed.last_day + 1) report, liability_moves(unclosed.month, unclosed.last_day) moves
  on conflict (month) do nothing
  returning month
$$;
