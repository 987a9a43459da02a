-- ALLOWANCES OF TILLS. An allowance reserves points of a member, so that a till without a connection can redeem these points.
-- Only points of lots that last until the allowance ends may be reserved, so that expiry never takes reserved points.
-- Functions lock the member's balance before they change its allowances.

-- point_balance.reserved follows the allowances: the sum of the unused points of the member's open allowances.
create or replace function count_reserved_points() returns trigger language plpgsql as $$
declare
  previous bigint := case when tg_op = 'UPDATE' and old.status = 'Open' then old.points - old.used else 0 end;
  unused bigint := case when new.status = 'Open' then new.points - new.used else 0 end;
begin
  if tg_op = 'UPDATE' and old.membership_no <> new.membership_no then
    update point_balance set reserved = reserved - previous where membership_no = old.membership_no and balance_type = 'Jewel Club Points';
    previous := 0;
  end if;
  if previous <> unused then
    update point_balance set reserved = reserved + unused - previous where membership_no = new.membership_no and balance_type = 'Jewel Club Points';
  end if;
  return null;
end $$;
create or replace trigger reserved_points_counted after insert or update on offline_allowance for each row execute function count_reserved_points();

-- Ends the open allowances of members, whose balances are locked in the order of their numbers. Returns the number of ended allowances.
create or replace function end_allowances(members text[]) returns bigint language plpgsql as $$
declare
  ended bigint;
begin
  perform from point_balance where membership_no = any (members) and reserved > 0 order by membership_no for update;
  update offline_allowance set status = 'Ended' where membership_no = any (members) and status = 'Open';
  get diagnostics ended = row_count;
  return ended;
end $$;

-- A customer or membership that is no longer Active loses its allowances. A merge moves them instead (merge.sql).
create or replace function end_allowances_of_membership() returns trigger language plpgsql as $$
begin
  perform end_allowances(array[new.membership_no]);
  return null;
end $$;
create or replace trigger allowances_end after update of status on membership for each row
  when (old.status is distinct from new.status and new.status not in ('Active', 'Merged')) execute function end_allowances_of_membership();
create or replace function end_allowances_of_customer() returns trigger language plpgsql as $$
begin
  perform end_allowances(array(select membership_no from membership where customer_id = new.customer_id));
  return null;
end $$;
create or replace trigger allowances_end after update of status on customer for each row
  when (old.status is distinct from new.status and new.status not in ('Active', 'Merged')) execute function end_allowances_of_customer();

-- Returns the surviving number of an Active member. Locks the customer, as every change of the customer's or membership's status does.
create or replace function lock_active_member(number text) returns text language plpgsql as $$
declare
  member text;
  active boolean;
begin
  perform from customer where customer_id = (select customer_id from membership where membership_no = surviving_membership(number)) for share;
  select membership_no, status = 'Active' and (select c.status = 'Active' from customer c where c.customer_id = m.customer_id) into member, active
  from membership m where membership_no = surviving_membership(number) and status not in ('Merged', 'Deleted');
  if member is null then raise exception 'memberNotFound' using errcode = 'CA001'; end if;
  if not active then raise exception 'notActive' using errcode = 'CA001'; end if;
  return member;
end $$;

-- Points of allowances that the member received on a day: unused points of an ended allowance do not count.
create or replace function allowance_points_of_day(member text, today date) returns bigint language sql stable as $$
  select coalesce(sum(case when status = 'Open' then points else used end), 0)::bigint from offline_allowance
  where membership_no = member and business_date = today
$$;

-- Reserves points of a member for a till and replaces the till's open allowance for the member.
-- Without `Points` in `terms`, reserves as many as the member has, and never more than `DayMax` a day.
create or replace function issue_allowance(number text, today date, at_time timestamptz, terms jsonb) returns offline_allowance language plpgsql as $$
declare
  member text := lock_active_member(number);
  settle_day date := (terms->>'SettleUntil')::date;
  day_rest bigint;
  free bigint;
  issued offline_allowance;
begin
  perform lock_balance(member);
  update offline_allowance set status = 'Ended'
  where membership_no = member and status = 'Open' and account_id = (terms->>'AccountId')::bigint and till_no = terms->>'TillNo';
  day_rest := (terms->>'DayMax')::bigint - allowance_points_of_day(member, today);
  if day_rest <= 0 then raise exception 'allowanceLimit' using errcode = 'CA001', detail = jsonb_build_object('Limit', terms->'DayMax')::text; end if;
  free := least(points_available(member, today), unreserved_points(member, today, settle_day));
  if free <= 0 then raise exception 'nothingToReserve' using errcode = 'CA001'; end if;
  insert into offline_allowance (membership_no, account_id, till_no, outlet_code, points, valid_until, settle_until, business_date, created_at)
  values (member, (terms->>'AccountId')::bigint, terms->>'TillNo', terms->>'OutletCode', least((terms->>'Points')::bigint, day_rest, free),
    (terms->>'ValidUntil')::timestamptz, settle_day, today, at_time)
  returning * into issued;
  return issued;
end $$;

select define_type('ended_allowance', 'membership_no text, points bigint');

-- Ends an allowance and returns its unused points to the member; arrears are paid from them. No points if the allowance has ended before.
create or replace function end_allowance(id bigint, account bigint, today date) returns ended_allowance language plpgsql as $$
declare
  member text;
  balance point_balance;
  allowance offline_allowance;
begin
  select membership_no into member from offline_allowance where allowance_id = id and account_id = account;
  if member is null then raise exception 'allowanceNotFound' using errcode = 'CA001'; end if;
  balance := lock_balance(member);
  select * into allowance from offline_allowance where allowance_id = id;
  if allowance.status <> 'Open' then return row(member, 0)::ended_allowance; end if;
  update offline_allowance set status = 'Ended' where allowance_id = id;
  if balance.arrears > 0 then perform recover_arrears(member, 'allowance:' || id, today); end if;
  return row(member, allowance.points - allowance.used)::ended_allowance;
end $$;

select define_type('offline_terms', 'allowance offline_allowance, obstacle text, unused bigint');

-- The allowance of a redemption, or the obstacle to its use. The till's clock may be five minutes slow or fast.
create or replace function allowance_for(member text, id bigint, performed timestamptz, today date) returns offline_terms language plpgsql stable as $$
declare
  allowance offline_allowance;
begin
  select * into allowance from offline_allowance where allowance_id = id;
  return row(allowance,
    case when allowance.membership_no is distinct from member then 'OtherMember'
      when allowance.status <> 'Open' then allowance.status
      when performed > allowance.valid_until + interval '5 minutes' or today > allowance.settle_until then 'Expired' end,
    allowance.points - allowance.used)::offline_terms;
end $$;

-- Points that a member redeemed without an allowance on a day.
create or replace function uncovered_points_of_day(member text, day date) returns bigint language sql stable as $$
  select coalesce(sum(uncovered), 0)::bigint from offline_redemption where membership_no = member and business_date = day
$$;

select define_type('settled_redemption', 'history_id bigint, membership_no text, covered bigint, owed bigint, obstacle text');

-- Enters a redemption that took place at a till without a connection.
-- The allowance named by `terms` covers as much as it has. The rest is taken up to `DayMax` points per member and day;
-- what the member's available points do not cover becomes arrears.
create or replace function settle_redemption(number text, amount bigint, today date, at_time timestamptz, source jsonb, terms jsonb)
returns settled_redemption language plpgsql as $$
declare
  member text := lock_active_member(number);
  entry bigint := nextval('point_history_history_id_seq');
  performed timestamptz := least(instant_of(terms->>'PerformedAt'), at_time);
  day date := business_date_of(performed);
  balance point_balance;
  offline offline_terms;
  covered bigint := 0;
  day_rest bigint;
  usable bigint;
  owed bigint;
  takings jsonb;
begin
  perform invoice_redeeming(source->>'ObjectValue', source);
  balance := lock_balance(member);
  if terms->>'AllowanceId' is not null then
    offline := allowance_for(member, (terms->>'AllowanceId')::bigint, performed, today);
    if offline.obstacle is null then covered := least(amount, offline.unused); end if;
  end if;
  if amount > covered then
    day_rest := greatest((terms->>'DayMax')::bigint - uncovered_points_of_day(member, day), 0);
    if amount - covered > day_rest then
      raise exception 'offlineLimit' using errcode = 'CA001', detail = jsonb_build_object('Limit', terms->'DayMax', 'Rest', day_rest + covered)::text;
    end if;
  end if;

  select coalesce(sum(remaining), 0) into usable from spendable_lots(member, today);
  owed := amount - least(usable, covered + least(amount - covered, greatest(usable - balance.arrears - balance.reserved, 0)));
  select jsonb_agg(jsonb_build_object('Debit', entry, 'Lot', history_id, 'Points', least(remaining, amount - owed - before), 'Kind', 'Redeem') order by before)
  into takings from spendable_lots(member, today) where before < amount - owed;
  perform write_entries(jsonb_build_array(ledger_entry(entry, member, 'Redeem', -amount, source || jsonb_build_object('BusinessDate', today, 'Owed', owed,
    'SourceKey', redemption_key(source->>'ObjectType', source->>'ObjectValue')))));
  if takings is not null then perform write_takings(takings); end if;
  if covered > 0 then
    update offline_allowance set used = used + covered, status = case when used + covered = points then 'Used' else 'Open' end
    where allowance_id = (offline.allowance).allowance_id;
  end if;
  insert into offline_redemption (history_id, membership_no, allowance_id, performed_at, business_date, covered, uncovered, owed, created_at)
  values (entry, member, (offline.allowance).allowance_id, performed, day, covered, amount - covered, owed, at_time);
  return row(entry, member, covered, owed, coalesce(terms->>'Obstacle', offline.obstacle))::settled_redemption;
end $$;

-- Nightly: ends the allowances of the next chunk of members whose last day of settlement is over.
-- Runs before arrears are paid and lots expire.
create or replace function end_past_allowances(after text, most integer, today date)
returns table (first_key text, last_key text, done bigint) language plpgsql as $$
declare
  chosen text[];
begin
  select array_agg(membership_no order by membership_no) into chosen from (
    select distinct membership_no from offline_allowance where status = 'Open' and settle_until < today and membership_no > after
    order by membership_no limit most) past;
  if chosen is null then return; end if;
  perform from point_balance where membership_no = any (chosen) and balance_type = 'Jewel Club Points' order by membership_no for update;
  update offline_allowance set status = 'Ended' where membership_no = any (chosen) and status = 'Open' and settle_until < today;
  get diagnostics done = row_count;
  first_key := chosen[1];
  last_key := chosen[array_upper(chosen, 1)];
  return next;
end $$;
