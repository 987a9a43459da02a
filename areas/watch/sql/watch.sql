-- LOYALTY WATCH stores suspicious acts. Enough acts of one person within the configured days become a finding.
-- An act belongs to one finding only, so a decision covers the acts of its finding and no others.

-- Normalises an address, so that addresses can be compared: upper case, no spaces, no punctuation.
create or replace function watch_address(line1 text, postcode text) returns text language sql immutable as $$
  select regexp_replace(upper(line1), '[\s.,;/-]+', '', 'g') || '/' || coalesce(postcode, '')
$$;

create or replace function watch_digits(number text) returns text language sql immutable as $$
  select nullif(regexp_replace(number, '\D', '', 'g'), '')
$$;

-- Returns values that identify a staff member or their household as a customer: own customer, phone, e-mail, address.
create or replace function watch_marks_of_staff() returns table (staff_id bigint, mark text, value text) language sql stable as $$
  with people as materialized (
    select s.staff_id, surviving_customer(s.own_customer_id) as own, watch_digits(s.contact_no) as contact_no, lower(s.email) as email
    from staff s where s.status = 'Active'
  )
  select staff_id, 'Own', own::text from people where own is not null
  union select staff_id, 'ContactNo', contact_no from people where contact_no is not null
  union select staff_id, 'Email', email from people where email is not null
  union select p.staff_id, 'Address', watch_address(a.line1, a.postcode) from people p
    join customer_address a on a.customer_id = p.own and a.status = 'Active'
$$;

create or replace function watch_marks_of_customers(ids bigint[]) returns table (customer_id bigint, mark text, value text) language sql stable as $$
  select unnest(ids), 'Own', unnest(ids)::text
  union select c.customer_id, 'ContactNo', watch_digits(number) from customer c, unnest(array[c.contact_no, c.alternate_contact_no]) number
    where c.customer_id = any (ids) and number is not null
  union select c.customer_id, 'Email', lower(c.email) from customer c where c.customer_id = any (ids) and c.email is not null
  union select a.customer_id, 'Address', watch_address(a.line1, a.postcode) from customer_address a where a.customer_id = any (ids) and a.status = 'Active'
$$;

-- Selects the sales that were entered for a member, assigned to a member or approved after `since`.
create or replace function watch_sales(since timestamptz) returns setof transaction_summary language sql stable as $$
  select t.* from transaction_summary t
  where t.transaction_type = 'N' and t.membership_no is not null and t.transaction_id in (
    select transaction_id from transaction_summary where created_at >= since or performed_at >= since
    union all select transaction_id from transaction_summary where assigned_at >= since
    union all select object_id::bigint from approval where kind = 'Manual sale' and status = 'Approved' and decided_at >= since)
$$;

-- Stores acts in which sales or adjustments credited points to a membership of staff or of their household.
create or replace function watch_own_numbers(since timestamptz) returns void language sql as $$
  with credits as materialized (
    select 'Sale' as kind, t.transaction_id::text as key, t.business_date as day, t.performed_at as at, t.outlet_code, t.customer_id, t.membership_no,
      coalesce(t.assigned_by_id, t.created_by_id) as by_id, t.earned_points as points, t.net_amount as amount
    from watch_sales(since) t
    union all
    select 'Adjustment', h.history_id::text, h.business_date, h.created_at, h.outlet_code, m.customer_id, h.membership_no,
      h.created_by_id, h.points, null
    from point_history h join membership m using (membership_no)
    where h.transaction_type in ('Adjust In', 'Adjust Out') and h.transaction_type = 'Adjust In' and h.business_date >= business_date_of(since)
  ), matches as (
    select s.staff_id, c.customer_id, array_agg(distinct s.mark) as marks
    from watch_marks_of_staff() s
    join watch_marks_of_customers(array(select distinct customer_id from credits)) c on c.mark = s.mark and c.value = s.value
    group by 1, 2
  )
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, member_id, membership_no, by_id, points, amount, marks)
  select 'Own number', a.staff_id, kind, key, day, at, outlet_code, m.customer_id, membership_no, by_id, points, amount, a.marks
  from credits m join matches a using (customer_id)
  on conflict do nothing
$$;

create or replace function watch_adjustments(since timestamptz) returns void language sql as $$
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, member_id, membership_no, by_id, points)
  select 'Adjustments', u.staff_id, 'Adjustment', h.history_id::text, h.business_date, h.created_at, h.outlet_code, m.customer_id,
    h.membership_no, h.created_by_id, h.points
  from point_history h join user_account u on u.user_id = h.created_by_id and u.staff_id is not null join membership m using (membership_no)
  where h.transaction_type in ('Adjust In', 'Adjust Out') and h.business_date >= business_date_of(since)
  on conflict do nothing
$$;

-- Stores acts of manual entry: a sale counts on the day of entry, a cancellation on the day of the cancellation.
create or replace function watch_entries(since timestamptz) returns void language sql as $$
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, member_id, membership_no, by_id, points, amount)
  select case t.transaction_type when 'N' then 'Manual sales' else 'Cancellations' end, u.staff_id,
    case t.transaction_type when 'N' then 'Sale' else 'Cancellation' end, t.transaction_id::text,
    case t.transaction_type when 'N' then business_date_of(t.created_at) else t.business_date end,
    case t.transaction_type when 'N' then t.created_at else t.performed_at end, t.outlet_code, t.customer_id,
    coalesce(t.membership_no, t.claimed_membership_no), t.created_by_id,
    case t.transaction_type when 'N' then greatest(t.earned_points, t.claimed_points) else -t.reversed_points end, t.net_amount
  from transaction_summary t join user_account u on u.user_id = t.created_by_id and u.staff_id is not null
  where (t.created_at >= since or t.performed_at >= since) and (t.transaction_type = 'C' or t.source = 'Manual') and t.source <> 'Import'
  on conflict do nothing
$$;

create or replace function watch_cancelled_collections(since timestamptz) returns void language sql as $$
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, member_id, membership_no, by_id, points, amount)
  select 'Cancelled collections', u.staff_id, 'Reward', l.object_id || '/' || l.audit_log_id, business_date_of(l.logged_at), l.logged_at, l.outlet_code,
    r.customer_id, r.membership_no, l.updated_by_id, r.points, r.voucher_value
  from audit_log l join user_account u on u.user_id = l.updated_by_id and u.staff_id is not null
  join customer_reward r on r.reference_code = l.object_id
  where l.logged_at >= since and l.action_type = 'Cancel Collect Reward'
  on conflict do nothing
$$;

-- Stores sales and rewards of a member at two outlets within `apart` minutes; imported sales have no exact time.
create or replace function watch_two_outlets(since timestamptz, apart integer) returns void language sql as $$
  with reward_events as materialized (
    select r.reference_code, r.customer_id, r.membership_no, r.points, r.voucher_value, l.logged_at, l.outlet_code, l.updated_by_id, l.audit_log_id
    from audit_log l join customer_reward r on r.reference_code = l.object_id
    where l.logged_at >= since - make_interval(mins => apart) and l.object_type = 'CustomerReward' and l.outlet_code <> 'HQ'
      and l.action_type in ('Redeem Reward', 'Claim Reward', 'Collect Reward')
  ), visits as materialized (
    select 'Sale' as kind, t.transaction_id::text as key, t.performed_at as at, t.outlet_code, t.customer_id, t.membership_no, t.created_by_id as by_id,
      t.earned_points as points, t.net_amount as amount
    from watch_sales(since) t where t.source <> 'Import'
    union all
    select 'Reward', reference_code || '/' || audit_log_id, logged_at, outlet_code, customer_id, membership_no, updated_by_id, points, voucher_value from reward_events
  ), other_visits as (
    -- The visit at the second outlet may have happened before `since`.
    select v.kind, v.key, o.outlet_code, round(abs(extract(epoch from o.performed_at - v.at)) / 60)::integer as minutes, o.transaction_id
    from visits v join transaction_summary o on o.customer_id = v.customer_id and o.outlet_code <> v.outlet_code and o.transaction_type = 'N'
      and o.source <> 'Import' and o.performed_at between v.at - make_interval(mins => apart) and v.at + make_interval(mins => apart)
    union all
    select v.kind, v.key, o.outlet_code, round(abs(extract(epoch from o.at - v.at)) / 60)::integer, null
    from visits v join visits o on o.kind = 'Reward' and o.customer_id = v.customer_id and o.outlet_code <> v.outlet_code
      and o.at between v.at - make_interval(mins => apart) and v.at + make_interval(mins => apart)
  ), nearest as (
    select distinct on (kind, key) kind, key, outlet_code, minutes from other_visits order by kind, key, minutes
  ), other_sales as (
    -- The sale at the second outlet is also stored as an act, even if it was entered long before.
    select 'Sale' as kind, t.transaction_id::text as key, t.performed_at as at, t.outlet_code, t.customer_id, t.membership_no, t.created_by_id as by_id,
      t.earned_points as points, t.net_amount as amount, v.outlet_code as other_outlet_code, min(o.minutes) as minutes
    from other_visits o join transaction_summary t using (transaction_id) join visits v on v.kind = o.kind and v.key = o.key
    group by t.transaction_id, v.outlet_code
  )
  insert into watch_act (pattern, customer_id, kind, key, day, happened_at, outlet_code, member_id, membership_no, by_id, points, amount,
    other_outlet_code, minutes)
  select 'Two outlets', v.customer_id, v.kind, v.key, business_date_of(v.at), v.at, v.outlet_code, v.customer_id, v.membership_no, v.by_id, v.points,
    v.amount, n.outlet_code, n.minutes
  from visits v join nearest n using (kind, key)
  union all
  select 'Two outlets', e.customer_id, e.kind, e.key, business_date_of(e.at), e.at, e.outlet_code, e.customer_id, e.membership_no, e.by_id, e.points,
    e.amount, e.other_outlet_code, e.minutes from other_sales e
  on conflict do nothing
$$;

-- Stores referrals in which friend and referrer share details; the details are compared again before each award.
create or replace function watch_shared_contacts(since timestamptz) returns void language sql as $$
  insert into watch_act (pattern, customer_id, kind, key, day, happened_at, outlet_code, member_id, membership_no, by_id, points, marks)
  select 'Shared contact', m.customer_id, 'Referral', r.referral_id::text, business_date_of(r.named_at), r.named_at, friend.registered_outlet_code,
    friend.customer_id, r.referrer_membership_no, r.named_by_id, coalesce(r.referrer_awarded, r.referrer_points), r.flags
  from referral r join membership m on m.membership_no = r.referrer_membership_no join customer friend on friend.customer_id = r.customer_id
  where (r.named_at >= since or r.status = 'Qualified') and r.flags && array['ContactNo', 'Address']
  on conflict do nothing
$$;

-- Stores look-ups of customers of other outlets on a past day on which they got no sale, points or reward.
create or replace function watch_look_ups(since timestamptz, today date) returns void language sql as $$
  with look_ups as (
    select u.staff_id, a.user_id, a.customer_id, business_date_of(a.opened_at) as day, min(a.opened_at) as at, count(*) as times
    from customer_access a join user_account u on u.user_id = a.user_id and u.staff_id is not null
    where a.opened_at >= since - interval '1 day' and business_date_of(a.opened_at) < today
    group by 1, 2, 3, 4
  )
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, member_id, by_id, times)
  select 'Look-ups', l.staff_id, 'Look-up', l.customer_id || '/' || l.day, l.day, l.at, c.registered_outlet_code, l.customer_id, l.user_id, l.times
  from look_ups l join customer c using (customer_id)
  where not exists (select from transaction_summary t where t.customer_id = l.customer_id and t.performed_at >= l.at - interval '1 day'
      and t.business_date = l.day)
    and not exists (select from membership m join transaction_summary t on t.claimed_membership_no = m.membership_no
      where m.customer_id = l.customer_id and t.business_date = l.day)
    and not exists (select from membership m join point_history h using (membership_no) where m.customer_id = l.customer_id and h.business_date = l.day
      and h.created_by_id = l.user_id)
    and not exists (select from customer_reward r where r.customer_id = l.customer_id
      and l.day in (business_date_of(r.redeemed_date), business_date_of(r.claimed_date), business_date_of(r.collected_date)))
  on conflict do nothing
$$;

-- Stores acts of staff who exceeded the limit of look-ups: one act for each hour with rejected look-ups.
create or replace function watch_look_up_limit(since timestamptz) returns void language sql as $$
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, by_id, times)
  select 'Look-up limit', u.staff_id, 'Refusal', date_trunc('hour', l.logged_at)::text, business_date_of(min(l.logged_at)), min(l.logged_at),
    min(l.outlet_code), u.user_id, count(*)
  from audit_log l join user_account u on u.user_id = l.updated_by_id and u.staff_id is not null
  where l.logged_at >= date_trunc('hour', since) and l.action_type = 'Loyalty Watch'
  group by u.staff_id, u.user_id, date_trunc('hour', l.logged_at)
  on conflict do nothing
$$;

-- Stores attempts to decide a request with a second account of the requester, one act for each request.
create or replace function watch_same_person(since timestamptz) returns void language sql as $$
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, by_id, times)
  select 'Same person', u.staff_id, 'Approval', l.object_id, business_date_of(min(l.logged_at)), min(l.logged_at), min(l.outlet_code), u.user_id, count(*)
  from audit_log l join user_account u on u.user_id = l.updated_by_id and u.staff_id is not null
  where l.logged_at >= since and l.action_type = 'Refuse Same Person'
  group by u.staff_id, u.user_id, l.object_id
  on conflict do nothing
$$;

-- Stores exports of more than `more_than` rows by one person on one day, one act for each day.
create or replace function watch_exports(since timestamptz, more_than integer) returns void language sql as $$
  insert into watch_act (pattern, staff_id, kind, key, day, happened_at, outlet_code, by_id, times)
  select 'Exports', u.staff_id, 'Export', business_date_of(e.created_at)::text, business_date_of(e.created_at), max(e.created_at), min(e.outlet_code),
    u.user_id, sum(e.rows_done)
  from export_job e join user_account u on u.user_id = e.created_by_id and u.staff_id is not null
  where business_date_of(e.created_at) >= business_date_of(since) and e.created_at >= since - interval '1 day'
  group by u.staff_id, u.user_id, business_date_of(e.created_at) having sum(e.rows_done) > more_than
  on conflict on constraint watch_act_once do update set times = excluded.times, happened_at = excluded.happened_at
$$;

-- Redemptions of tills without connection and allowance that the member's points did not cover.
create or replace function watch_offline_redemptions(since timestamptz) returns void language sql as $$
  insert into watch_act (pattern, customer_id, kind, key, day, happened_at, outlet_code, member_id, membership_no, by_id, points)
  select 'Offline redemptions', m.customer_id, 'Redemption', r.history_id::text, r.business_date, r.performed_at, h.outlet_code, m.customer_id, h.membership_no,
    h.created_by_id, r.owed
  from offline_redemption r join point_history h using (history_id) join membership m on m.membership_no = surviving_membership(h.membership_no)
  where r.owed > 0 and r.created_at >= since
  on conflict do nothing
$$;

-- Returns the severity of a finding by its pattern; twice the required number of acts raises it by one level.
create or replace function watch_severity(pattern text, acts bigint, at_least integer) returns text language sql immutable as $$
  select (array['Low', 'Medium', 'High'])[least(3, (case
    when pattern in ('Own number', 'Look-up limit', 'Same person') then 3
    when pattern in ('Manual sales', 'Two outlets') then 1 else 2 end) + (acts >= 2 * $3)::int)]
$$;

-- Recomputes the totals of findings from their acts, and opens findings again that head office was watching.
create or replace function watch_renew(ids bigint[], at timestamptz) returns void language sql as $$
  update watch_finding f set first_day = s.first_day, last_day = s.last_day, acts = s.acts, points = s.points, amount = s.amount,
    outlet_code = s.outlet_code, severity = watch_severity(f.pattern, s.acts, f.at_least), renewed_at = at, version = version + 1,
    status = case f.status when 'Watching' then 'Open' else f.status end
  from (
    select finding_id, min(day) as first_day, max(day) as last_day, count(*) as acts, coalesce(sum(points), 0) as points,
      coalesce(sum(amount), 0) as amount, mode() within group (order by outlet_code) as outlet_code
    from watch_act where finding_id = any (ids) group by finding_id
  ) s where s.finding_id = f.finding_id
$$;

-- Returns a staff id as a positive and a customer id as a negative number, because a hash join needs one column.
create or replace function watch_subject(staff_id bigint, customer_id bigint) returns bigint language sql immutable as $$
  select coalesce(staff_id, -customer_id)
$$;

-- Groups new acts of a pattern into findings; returns the number of new and extended findings.
-- Nested loops are disabled, because they take hours for many acts and the planner has no statistics of new acts.
create or replace function watch_find(wanted text, at_least integer, days integer, today date, at timestamptz) returns bigint language plpgsql
set enable_nestloop = off as $$
#variable_conflict use_column
declare
  extended_findings bigint[];
  new_findings bigint[];
begin
  -- New acts extend an open or watched finding about the same person.
  with current_findings as (
    select distinct on (staff_id, customer_id) finding_id, staff_id, customer_id, first_day from watch_finding
    where pattern = wanted and status in ('Open', 'Watching') order by staff_id, customer_id, status, finding_id desc
  ), extended as (
    update watch_act a set finding_id = current_findings.finding_id from current_findings
    where a.pattern = wanted and a.finding_id is null and a.day >= current_findings.first_day
      and watch_subject(a.staff_id, a.customer_id) = watch_subject(current_findings.staff_id, current_findings.customer_id)
    returning a.finding_id
  )
  select coalesce(array_agg(distinct finding_id), '{}') into extended_findings from extended;

  -- Acts are summed by person and day, because years of acts have few combinations of person and day.
  with daily as materialized (
    select staff_id, customer_id, day, count(*) as acts, day > today - 2 * watch_find.days - 7 as counts
    from watch_act where pattern = wanted and finding_id is null and day > today - 3 * watch_find.days - 7 group by 1, 2, 3
  ), day_windows as (
    select *, sum(acts) filter (where counts) over (
      partition by staff_id, customer_id order by day range between make_interval(days => watch_find.days - 1) preceding and current row) as acts_within
    from daily
  ), marked_days as (
    -- An act belongs to a finding if a window of `days` days around it contains the required number of acts.
    select *, bool_or(counts and acts_within >= watch_find.at_least) over (
      partition by staff_id, customer_id order by day range between current row and make_interval(days => watch_find.days - 1) following) as in_finding
    from day_windows
  ), finding_days as materialized (
    select staff_id, customer_id, day, acts from marked_days where in_finding
  ), inserted as (
    insert into watch_finding (pattern, staff_id, customer_id, severity, at_least, days, first_day, last_day, acts, found_at, renewed_at)
    select wanted, staff_id, customer_id, 'Low', watch_find.at_least, watch_find.days, min(day), max(day), sum(acts), at, at
    from finding_days group by staff_id, customer_id
    returning finding_id, staff_id, customer_id
  ), assigned as (
    update watch_act a set finding_id = inserted.finding_id from finding_days c join inserted
      on watch_subject(inserted.staff_id, inserted.customer_id) = watch_subject(c.staff_id, c.customer_id)
    where a.pattern = wanted and a.finding_id is null and a.day = c.day
      and watch_subject(a.staff_id, a.customer_id) = watch_subject(c.staff_id, c.customer_id)
    returning a.finding_id
  )
  select coalesce(array_agg(distinct finding_id), '{}') into new_findings from assigned;
  perform watch_renew(extended_findings || new_findings, at);
  return cardinality(extended_findings || new_findings);
end $$;

-- Finds all patterns since the last run.
-- The function has the rights of the tables' owner, because no other code inserts and deletes acts.
-- Parameter `rules` has the minimum number of acts and of days for each pattern; 0 acts turn a pattern off.
create or replace function watch_loyalty(today date, at timestamptz, rules jsonb) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  longest integer := (select max((value->>'Days')::integer) from jsonb_each(rules));
  since timestamptz;
  rule record;
  finding_count bigint := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('loyalty watch', 0));
  -- The search starts 2 hours early, because transactions can commit late; an act that is read twice is stored once.
  since := coalesce((select least(seen_until, at) from watch_mark) - interval '2 hours', at - make_interval(days => longest + 1));
  perform watch_own_numbers(since);
  perform watch_adjustments(since);
  perform watch_entries(since);
  perform watch_cancelled_collections(since);
  if (rules->'Two outlets'->>'Minutes')::integer > 0 then
    perform watch_two_outlets(since, (rules->'Two outlets'->>'Minutes')::integer);
  end if;
  perform watch_shared_contacts(since);
  perform watch_look_ups(since, today);
  perform watch_look_up_limit(since);
  perform watch_same_person(since);
  perform watch_offline_redemptions(since);
  if (rules->'Exports'->>'Rows')::integer > 0 then
    perform watch_exports(since, (rules->'Exports'->>'Rows')::integer);
  end if;
  for rule in select key as pattern, (value->>'Least')::integer as at_least, (value->>'Days')::integer as days from jsonb_each(rules) loop
    if rule.at_least > 0 then
      finding_count := finding_count + watch_find(rule.pattern, rule.at_least, rule.days, today, at);
    end if;
  end loop;
  delete from watch_act where finding_id is null and day < today - 2 * longest - 7;
  insert into watch_mark (seen_until) values (at) on conflict (one) do update set seen_until = excluded.seen_until;
  return finding_count;
end $$;
