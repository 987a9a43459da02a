-- MOVING POINTS. Whoever moves a member's points locks that member's balance row first; sequence numbers, totals, arrears
-- and the lots' counters are then changed by one caller at a time. A refusal is raised as SQLSTATE CA001, as in post_sale.sql.

-- How the house wants points to be handled; names and defaults are those of the settings catalogue.
create or replace function refund_grace_days() returns integer language sql stable as $$
  select coalesce((select (value #>> '{}')::integer from setting where name = 'points.refundGraceDays' and jsonb_typeof(value) = 'number'), 30)
$$;

create or replace function arrears_policy() returns text language sql stable as $$
  select coalesce((select value #>> '{}' from setting where name = 'points.arrearsPolicy'), 'Recover later')
$$;

-- Who holds a number today: a merged one leads to the membership that took it over, however often that happened.
create or replace function surviving_membership(number text) returns text language sql stable as $$
  with recursive trail as (
    select membership_no, status, merged_into_membership_no, 1 as step from membership where membership_no = number
    union all
    select next.membership_no, next.status, next.merged_into_membership_no, step + 1
    from trail join membership next on next.membership_no = trail.merged_into_membership_no where trail.status = 'Merged' and step < 50
  )
  select membership_no from trail order by step desc limit 1
$$;

-- The same of a customer.
create or replace function surviving_customer(id bigint) returns bigint language sql stable as $$
  with recursive trail as (
    select customer_id, status, merged_into_customer_id, 1 as step from customer where customer_id = id
    union all
    select next.customer_id, next.status, next.merged_into_customer_id, step + 1
    from trail join customer next on next.customer_id = trail.merged_into_customer_id where trail.status = 'Merged' and step < 50
  )
  select customer_id from trail order by step desc limit 1
$$;

-- Locks a member's balance, making it where it is missing. Whoever looked a member up just before the number was merged
-- begins anew and finds the survivor: the error is one of those that repeat the whole transaction.
create or replace function lock_balance(member text) returns point_balance language plpgsql as $$
declare
  locked point_balance;
begin
  select * into locked from point_balance where membership_no = member and balance_type = 'Jewel Club Points' for update;
  if not found then
    insert into point_balance (membership_no) values (member) on conflict do nothing;
    select * into locked from point_balance where membership_no = member and balance_type = 'Jewel Club Points' for update;
  end if;
  if locked.frozen_yn = 'Y' then
    raise exception 'Membership % was merged into another one', member using errcode = '40001';
  end if;
  return locked;
end $$;

-- What a member may spend today: open lots that are available and not past their date, less what is owed.
create or replace function points_available(member text, today date) returns bigint language sql stable as $$
  select greatest(coalesce(sum(point_amount - point_reversed - point_utilized - point_expired), 0)
    - coalesce((select arrears from point_balance where membership_no = member and balance_type = 'Jewel Club Points'), 0), 0)::bigint
  from point_history
  where membership_no = member and balance_type = 'Jewel Club Points' and point_amount > 0
    and point_reversed + point_utilized + point_expired < point_amount
    and available_from <= today and (expiry_date is null or expiry_date >= today)
$$;

-- Gives points as a new lot and pays arrears from it. `source` names where they come from; answers the lot's HistoryId.
create or replace function credit_points(member text, kind text, amount bigint, source jsonb) returns bigint language plpgsql as $$
declare
  balance point_balance := lock_balance(member);
  lot bigint;
begin
  insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
    invoice_no, transaction_id, reference_code, object_type, object_value, reason_code, remark, outlet_code, staff_id, source_key, reversal_of, rule_refs, request_id, created_by_id)
  values (member, balance.last_sequence_no + 1, kind, amount, amount, (source->>'BusinessDate')::date, (source->>'EarnedAt')::timestamptz,
    (source->>'AvailableFrom')::date, (source->>'ExpiryDate')::date, source->>'InvoiceNo', (source->>'TransactionId')::bigint, source->>'ReferenceCode',
    source->>'ObjectType', source->>'ObjectValue', source->>'ReasonCode', source->>'Remark', source->>'OutletCode', (source->>'StaffId')::bigint,
    source->>'SourceKey', (source->>'ReversalOf')::bigint, source->'Rules', source->>'RequestId', (source->>'CreatedById')::bigint)
  returning history_id into lot;
  update point_balance set
    lots_remaining = lots_remaining + amount, last_sequence_no = last_sequence_no + 1, updated_at = now(),
    total_points_earned = total_points_earned + case when kind in ('Earn', 'Bonus', 'Referral', 'Opening Balance') then amount else 0 end,
    total_points_adjusted = total_points_adjusted + case when kind = 'Adjust In' then amount else 0 end,
    total_points_reversed = total_points_reversed - case when kind = 'Reversal' then amount else 0 end,
    total_points_redeemed = total_points_redeemed - case when kind = 'Redeem Refund' then amount else 0 end
  where membership_no = member and balance_type = balance.balance_type;
  if balance.arrears > 0 then perform recover_arrears(member, source->>'SourceKey', coalesce(source->>'Today', source->>'BusinessDate')::date); end if;
  return lot;
end $$;

-- Takes points out of the open lots, soonest expiry first (never-expiring last), for a ledger row that is already written.
-- Only lots that may be used on `today` are taken, unless `waiting_too`. Answers how many points were found.
create or replace function allocate_points(member text, debit bigint, wanted bigint, kind text, today date, waiting_too boolean default false)
returns bigint language sql as $$
  with open_lot as (
    select history_id, point_amount - point_reversed - point_utilized - point_expired as remaining,
      sum(point_amount - point_reversed - point_utilized - point_expired)
        over (order by expiry_date nulls last, earned_at, history_id rows between unbounded preceding and 1 preceding) as before
    from point_history
    where membership_no = member and balance_type = 'Jewel Club Points' and point_amount > 0
      and point_reversed + point_utilized + point_expired < point_amount
      and (waiting_too or available_from <= today) and (expiry_date is null or expiry_date >= today)
  ),
  taken as (
    select history_id, least(remaining, wanted - coalesce(before, 0)) as points
    from open_lot where coalesce(before, 0) < wanted
  ),
  counted as (
    update point_history set point_utilized = point_utilized + taken.points from taken where point_history.history_id = taken.history_id
    returning 1
  ),
  noted as (
    insert into point_allocation (debit_history_id, credit_history_id, points, kind)
    select debit, history_id, points, kind from taken
    returning points
  )
  select coalesce(sum(points), 0)::bigint from noted
$$;

-- Takes points from a member for good; refuses with 'not_enough' when the lots, less arrears, do not cover them.
create or replace function debit_points(member text, kind text, amount bigint, today date, source jsonb) returns jsonb language plpgsql as $$
declare
  balance point_balance := lock_balance(member);
  usable bigint;
  entry bigint;
begin
  select coalesce(sum(point_amount - point_reversed - point_utilized - point_expired), 0) - balance.arrears into usable
  from point_history
  where membership_no = member and balance_type = balance.balance_type and point_amount > 0
    and point_reversed + point_utilized + point_expired < point_amount
    and available_from <= today and (expiry_date is null or expiry_date >= today);
  if usable < amount then
    raise exception 'notEnough' using errcode = 'CA001', detail = jsonb_build_object('Available', greatest(usable, 0))::text;
  end if;
  insert into point_history (membership_no, sequence_no, transaction_type, points, business_date, invoice_no, transaction_id, reference_code,
    object_type, object_value, reason_code, remark, outlet_code, staff_id, source_key, request_id, created_by_id)
  values (member, balance.last_sequence_no + 1, kind, -amount, today, source->>'InvoiceNo', (source->>'TransactionId')::bigint, source->>'ReferenceCode',
    source->>'ObjectType', source->>'ObjectValue', source->>'ReasonCode', source->>'Remark', source->>'OutletCode', (source->>'StaffId')::bigint,
    source->>'SourceKey', source->>'RequestId', (source->>'CreatedById')::bigint)
  returning history_id into entry;
  perform allocate_points(member, entry, amount, case when kind = 'Adjust Out' then 'Adjust' else 'Redeem' end, today);
  update point_balance set lots_remaining = lots_remaining - amount, last_sequence_no = last_sequence_no + 1, updated_at = now(),
    total_points_redeemed = total_points_redeemed + case when kind = 'Redeem' then amount else 0 end,
    total_points_adjusted = total_points_adjusted - case when kind = 'Adjust Out' then amount else 0 end
  where membership_no = member and balance_type = balance.balance_type;
  return jsonb_build_object('HistoryId', entry, 'Available', usable - amount);
end $$;

-- A lot and what became of it: a merge carries what is left of a lot over to a lot of the survivor, an unmerge back.
create or replace function carried_lots(lot_id bigint) returns setof point_history language sql stable as $$
  with recursive carried as (
    select lot_id as history_id
    union all
    select came.history_id from carried
    join point_allocation gone on gone.credit_history_id = carried.history_id and gone.kind = 'Merge'
    join point_history came on came.source_key = 'carried:' || gone.debit_history_id
  )
  select h.* from carried join point_history h using (history_id)
$$;

-- Takes back points that one lot gave: first what remains of it, then what was spent of it becomes arrears. What expired
-- of the lot was lost already and is not taken twice. The lot of a merged member is taken back from the survivor. Answers
-- how many points were taken back in all.
create or replace function reverse_lot(lot_id bigint, wanted bigint, today date, source jsonb) returns bigint language plpgsql as $$
declare
  lot point_history;
  balance point_balance;
  amount bigint;
  from_lot bigint;
  entry bigint;
begin
  select membership_no into lot.membership_no from point_history where history_id = lot_id;
  balance := lock_balance(surviving_membership(lot.membership_no));
  select * into lot from point_history where history_id = lot_id;
  select least(wanted, lot.point_amount - sum(point_expired)
      - (select coalesce(sum(-points), 0) from point_history where reversal_of = lot_id)),
    coalesce(sum(point_amount - point_reversed - point_utilized - point_expired) filter (where membership_no = balance.membership_no), 0)
  into amount, from_lot from carried_lots(lot_id);
  if amount <= 0 then return 0; end if;
  from_lot := least(amount, from_lot);

  insert into point_history (membership_no, sequence_no, transaction_type, points, point_owed, business_date, invoice_no, transaction_id,
    object_type, object_value, reason_code, remark, outlet_code, staff_id, source_key, reversal_of, request_id, created_by_id)
  values (balance.membership_no, balance.last_sequence_no + 1, 'Reversal', -amount, amount - from_lot, today, source->>'InvoiceNo', (source->>'TransactionId')::bigint,
    source->>'ObjectType', source->>'ObjectValue', source->>'ReasonCode', source->>'Remark', source->>'OutletCode', (source->>'StaffId')::bigint,
    source->>'SourceKey', lot_id, source->>'RequestId', (source->>'CreatedById')::bigint)
  returning history_id into entry;
  if from_lot > 0 then
    with open_lot as (
      select history_id, point_amount - point_reversed - point_utilized - point_expired as remaining,
        sum(point_amount - point_reversed - point_utilized - point_expired) over (order by history_id rows between unbounded preceding and 1 preceding) as before
      from carried_lots(lot_id)
      where membership_no = balance.membership_no and point_reversed + point_utilized + point_expired < point_amount
    ),
    taken as (select history_id, least(remaining, from_lot - coalesce(before, 0)) as points from open_lot where coalesce(before, 0) < from_lot),
    counted as (
      update point_history set point_reversed = point_reversed + taken.points from taken where point_history.history_id = taken.history_id
    )
    insert into point_allocation (debit_history_id, credit_history_id, points, kind) select entry, history_id, points, 'Reverse' from taken;
  end if;
  update point_balance set lots_remaining = lots_remaining - from_lot, arrears = arrears + amount - from_lot,
    last_sequence_no = last_sequence_no + 1, total_points_reversed = total_points_reversed + amount, updated_at = now()
  where membership_no = balance.membership_no and balance_type = lot.balance_type;
  return amount;
end $$;

-- Pays what a member owes from the lots that are open, oldest debt first. The balance row is locked by the caller.
create or replace function recover_arrears(member text, cause text, today date) returns bigint language plpgsql as $$
declare
  debt record;
  found_points bigint;
  recovered bigint := 0;
begin
  for debt in select history_id, point_owed from point_history
    where membership_no = member and balance_type = 'Jewel Club Points' and point_owed > 0 order by history_id
  loop
    found_points := allocate_points(member, debt.history_id, debt.point_owed, 'Recovery', today);
    exit when found_points = 0;
    update point_history set point_owed = point_owed - found_points where history_id = debt.history_id;
    recovered := recovered + found_points;
  end loop;
  if recovered = 0 then return 0; end if;
  -- The points themselves were taken when the debt was made; this row tells the member that they are now paid.
  insert into point_history (membership_no, sequence_no, transaction_type, points, business_date, object_type, object_value, remark, source_key)
  select member, last_sequence_no + 1, 'Arrears Recovery', 0, today, 'Arrears', cause, recovered::text, 'recovery:' || cause
  from point_balance where membership_no = member and balance_type = 'Jewel Club Points';
  update point_balance set lots_remaining = lots_remaining - recovered, arrears = arrears - recovered,
    last_sequence_no = last_sequence_no + 1, updated_at = now()
  where membership_no = member and balance_type = 'Jewel Club Points';
  return recovered;
end $$;

-- Gives the points of a redemption back. Each part returns as a lot of its own with the expiry it had, or the
-- days of grace from today where that would be sooner: a lot that was used stays used, so the ledger only grows.
create or replace function refund_redemption(debit bigint, today date, source jsonb) returns bigint language plpgsql as $$
declare
  part record;
  member text;
  refunded bigint := 0;
begin
  select surviving_membership(membership_no) into member from point_history where history_id = debit;
  perform lock_balance(member);
  for part in select allocation.allocation_id, allocation.points, lot.expiry_date, lot.earned_at
    from point_allocation allocation join point_history lot on lot.history_id = allocation.credit_history_id
    where allocation.debit_history_id = debit and allocation.kind = 'Redeem' order by allocation.allocation_id
  loop
    perform credit_points(member, 'Redeem Refund', part.points, source || jsonb_build_object('BusinessDate', today, 'EarnedAt', part.earned_at,
      'AvailableFrom', today, 'ExpiryDate', greatest(part.expiry_date, case when part.expiry_date is not null then today + refund_grace_days() end),
      'ObjectType', 'Redemption', 'ObjectValue', debit::text, 'SourceKey', 'refund:' || part.allocation_id));
    refunded := refunded + part.points;
  end loop;
  update point_history set status = 'Reversed' where history_id = debit;
  return refunded;
end $$;
