-- OCCASIONS: creates one task for the outlet per reason to contact a customer, up to a limit of tasks per day.
-- Occasions above the daily limit become tasks on the following days if they are still current.

/* The next anniversary of a day; February 29 falls on February 28 in common years. */
create or replace function comes_round(day date, today date) returns date language sql immutable as $$
  select case when this_year >= today then this_year else (day + make_interval(years => years + 1))::date end
  from (
    select years, (day + make_interval(years => years))::date as this_year
    from (select extract(year from today)::int - extract(year from day)::int as years) difference
  ) candidate
$$;

/* Days for which an occasion waits for a free place in the daily cap. */
create or replace function occasion_patience() returns int language sql immutable as $$ select 14 $$;

create or replace function occasions_of(today date, rules jsonb)
returns table (rank int, once_key text, customer_id bigint, name text, due_day date, related_type text, related_id text, because jsonb)
language sql stable as $$
  with rule as (
    select (rules->>'AheadDays')::int as ahead, (rules->>'CareMonths')::int as care, (rules->>'ResizeDays')::int as resize,
      (rules->>'ValuationMonths')::int as valuation, (rules->>'ProspectDays')::int as prospect, (rules->>'LapsedMonths')::int as lapsed,
      (rules->>'EngagementMonths')::int as engagement, (rules->>'PointsDays')::int as points_days, (rules->>'PointsAtLeast')::int as points_least
  ), near as (
    -- The days to search by an index: the days of the year that come round soon, and the days of sales that a kind of care can be due for.
    -- The margins allow for months of different length and for February 29. The conditions below select exactly.
    select array(select extract(month from day) * 100 + extract(day from day)
        from generate_series(today - 1, today + rule.ahead + 1, interval '1 day') day union select 229) as days_of_year,
      array(select distinct (today - after)::date + margin
        from (values (make_interval(days => rule.resize)), (make_interval(months => rule.engagement)), (make_interval(months => rule.care)),
          (make_interval(months => rule.valuation))) care (after), generate_series(-occasion_patience() - 4, rule.ahead + 4) margin) as days_of_sales
    from rule
  ), person as not materialized (
    select * from customer where status = 'Active'
  ), spouse as (
    -- Selects the birthday of the linked spouse if the customer's own record has no date for the spouse.
    select distinct on (pair.customer_id) pair.customer_id, partner.date_of_birth
    from household_link link
    cross join lateral (values (link.customer_id, link.relative_id), (link.relative_id, link.customer_id)) pair (customer_id, spouse_id)
    join customer partner on partner.customer_id = pair.spouse_id and partner.status in ('Active', 'Inactive')
    where link.status = 'Active' and link.relation = 'Spouse' and partner.date_of_birth is not null
    order by pair.customer_id, link.link_id
  ), days as (
    select customer_id, kind.rank, kind.code, kind.name, kind.code || ' ' || customer_id as cause, null::text as label, comes_round(kind.day, today) as next
    from (
      select customer_id, 1, 'birthday', 'Birthday greetings', date_of_birth from person
      where date_of_birth is not null and extract(month from date_of_birth) * 100 + extract(day from date_of_birth) = any ((select days_of_year from near)::numeric[])
      union all
      select customer_id, 2, 'anniversary', 'Wedding anniversary', wedding_anniversary from person
      where wedding_anniversary is not null
        and extract(month from wedding_anniversary) * 100 + extract(day from wedding_anniversary) = any ((select days_of_year from near)::numeric[])
      union all
      select customer_id, 3, 'spouseBirthday', 'Birthday of the spouse', spouse_birthday from person where spouse_birthday is not null
      union all
      select customer_id, 3, 'spouseBirthday', 'Birthday of the spouse', spouse.date_of_birth from person join spouse using (customer_id)
      where person.spouse_birthday is null
    ) kind (customer_id, rank, code, name, day)
    union all
    select customer_id, 3, 'importantDate', 'Important date', 'importantDate ' || date_id, label, comes_round(occurs_on, today)
    from important_date join person using (customer_id) where important_date.status = 'Active'
  ), bought as (
    -- Returned pieces and goods that earn no points (gift cards, repair deposits, investment gold) need no care.
    select sale.transaction_id, sale.customer_id, sale.business_date, coalesce(line.description, line.product_type, line.brand) as item,
      line.net_amount, line.sequence_no,
      line.product_type ilike '%ring%' and line.product_type not ilike '%earring%' as is_ring,
      concat_ws(' ', line.product_type, line.description, product_group.product_name) ilike any (array['%engagement%', '%solitaire%']) as is_engagement
    from transaction_summary sale join transaction_detail line using (transaction_id)
    left join product_group on product_code = line.product_group
    where sale.transaction_type = 'N' and sale.customer_id is not null and line.quantity > line.cancelled_quantity
      and coalesce(product_group.earn_points_yn, 'Y') = 'Y'
      and sale.business_date = any ((select days_of_sales from near)::date[])
  ), care_due as (
    -- Selects the most expensive piece of each sale for each kind of care.
    select distinct on (bought.transaction_id, step.code) bought.*, step.*
    from bought cross join rule cross join lateral (values
      (4, 'resize', 'Ask whether the ring fits', rule.resize > 0 and is_ring, business_date + rule.resize, 0),
      (4, 'engagement', 'First year of the engagement ring', rule.engagement > 0 and is_ring and is_engagement,
        (business_date + make_interval(months => rule.engagement))::date, rule.ahead),
      (5, 'care', 'Offer cleaning and inspection', rule.care > 0, (business_date + make_interval(months => rule.care))::date, 0),
      (6, 'valuation', 'Offer a new valuation', rule.valuation > 0 and net_amount >= (rules->>'ValuationFrom')::numeric,
        (business_date + make_interval(months => rule.valuation))::date, 0)) step (rank, code, name, enabled, due, early)
    where step.enabled and step.due between today - occasion_patience() and today + step.early
    order by bought.transaction_id, step.code, net_amount desc, sequence_no
  ), expiring as (
    select m.customer_id, h.membership_no, h.expiry_date,
      sum(h.point_amount - h.point_reversed - h.point_utilized - h.point_expired)::bigint as points
    from rule cross join point_history h join membership m using (membership_no)
    where rule.points_days > 0 and h.point_amount > 0 and h.expiry_date between today and today + rule.points_days
      and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount and m.status = 'Active'
    group by 1, 2, 3
  )
  select occasion.* from (
    select rank, format('%s %s', cause, extract(year from next)), customer_id, coalesce(label, name), next, 'Customer', customer_id::text,
      jsonb_build_object('Code', code, 'Values', jsonb_strip_nulls(jsonb_build_object('Date', next, 'label', label)))
    from days cross join rule where rule.ahead > 0 and next between today and today + rule.ahead
    union all
    select rank, format('%s %s', code, transaction_id), customer_id, name, greatest(due, today), 'Sale', transaction_id::text,
      jsonb_build_object('Code', 'careAfter', 'Values', jsonb_build_object('Date', business_date, 'item', item))
    from care_due join person using (customer_id)
    union all
    select 0, format('points %s %s', membership_no, expiry_date), customer_id, 'Tell about points that expire', expiry_date, 'Membership', membership_no,
      jsonb_build_object('Code', 'pointsExpire', 'Values', jsonb_build_object('Date', expiry_date, 'points', points))
    from expiring cross join rule join person using (customer_id) where points >= rule.points_least
    union all
    select 7, format('prospect %s', customer_id), customer_id, 'Welcome the new prospect', today, 'Customer', customer_id::text,
      jsonb_build_object('Code', 'prospectSilent', 'Values', jsonb_build_object('Date', business_date_of(created_at)))
    from person cross join rule
    where rule.prospect > 0 and member_type = 'Non-Premium Member' and created_at >= today - rule.prospect - occasion_patience() - 1
      and business_date_of(created_at) between today - rule.prospect - occasion_patience() and today - rule.prospect
      and not exists (select from transaction_summary sale where sale.customer_id = person.customer_id)
      -- Selects prospects with neither a logged contact nor an activity of staff.
      and not exists (select from task join task_progress_log log using (task_id)
        where task.customer_id = person.customer_id and log.contact_type <> 'N/A' and log.status <> 'Deleted')
      and not exists (select from customer_activity activity where activity.customer_id = person.customer_id and activity.status = 'Active' and activity.staff_id is not null)
    union all
    select 8, format('lapsed %s %s', customer_id, latest), customer_id, 'Invite back to the shop', today, 'Customer', customer_id::text,
      jsonb_build_object('Code', 'lapsed', 'Values', jsonb_build_object('Date', latest))
    from (
      select sale.customer_id, max(sale.business_date) as latest from rule join transaction_summary sale on sale.transaction_type = 'N'
      where rule.lapsed > 0 and sale.customer_id is not null
        and sale.business_date between (today - make_interval(months => rule.lapsed))::date - occasion_patience()
          and (today - make_interval(months => rule.lapsed))::date
        and not exists (select from transaction_summary later where later.customer_id = sale.customer_id and later.transaction_type = 'N'
          and later.business_date > (today - make_interval(months => rule.lapsed))::date)
      group by 1
    ) last join person using (customer_id)
  ) occasion (rank, once_key, customer_id, name, due_day, related_type, related_id, because)
  -- Consent is read only of the few customers with an occasion.
  where coalesce((
    select granted_yn from customer_consent consent where consent.customer_id = occasion.customer_id and consent.channel = 'Service'
    order by recorded_at desc, consent_id desc limit 1), 'Y') = 'Y'
$$;

/* Creates tasks up to the daily cap, and a task of head office for each open finding of high severity. Returns the number of tasks. */
create or replace function make_occasion_tasks(today date, moment timestamptz, rules jsonb) returns int language sql as $$
  with room as (
    select building.code, (rules->>'DailyCap')::int - count(task.task_id) filter (where business_date_of(task.created_at) = today) as left_over
    from building left join task on task.building_id = building.building_id and task.source = 'Occasion'
    group by 1
  ), waiting as (
    select occasion.*, customer.registered_outlet_code as outlet, customer.preferred_staff_id,
      row_number() over (partition by customer.registered_outlet_code order by occasion.rank, occasion.due_day, occasion.customer_id) as place
    from occasions_of(today, rules) occasion join customer using (customer_id)
    where not exists (select from task where task.once_key = occasion.once_key)
  ), created as (
    select add_task('Occasion', once_key, name, null, customer_id, outlet, preferred_staff_id, null, case when rank = 0 then 'High' else 'Normal' end,
      due_day, related_type, related_id, because, moment) as task_id
    from waiting join room on room.code = outlet where place <= left_over
  ), finding_tasks as (
    select add_task('System', format('finding %s', finding_id), 'Look at what loyalty watch found', null, null, 'HQ', null, null, 'High',
      today, 'Finding', finding_id::text, jsonb_build_object('Code', 'finding', 'Values', '{}'::jsonb), moment) as task_id
    from watch_finding where status = 'Open' and severity = 'High'
  )
  select (select count(task_id) from created)::int + (select count(task_id) from finding_tasks)::int
$$;

/* Withdraws the tasks of a sale that were not started, when the sale is returned or unassigned. */
create or replace function occasions_on_sale_returned(sale transaction_summary, source jsonb) returns void language sql as $$
  select take_tasks_away('Occasion', 'Sale', sale.transaction_id::text, coalesce((source->>'Now')::timestamptz, now()))
  where sale.customer_id is null
    or exists (select from transaction_summary present where present.transaction_id = sale.transaction_id and present.customer_id is null)
    or not exists (select from transaction_detail line where line.transaction_id = sale.transaction_id and line.quantity > line.cancelled_quantity)
$$;
