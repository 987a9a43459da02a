-- MOVING A MEMBER'S POINTS TO ANOTHER NUMBER, AND BACK. Ledger rows stay where they were written. What is left of each lot
-- leaves by a row of its own (Merge Out) and arrives as a lot with the dates it had (Merge In); the second names the first in
-- its source_key, so that a lot can be followed through any number of merges (carried_lots). What is owed goes the same way with
-- the signs turned. The caller has locked both balances, lower number first.

-- Moves the next lots from one member to another, as many as one statement does in good time. Answers how many; none is the end.
create or replace function merge_lots(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint, most integer)
returns bigint language plpgsql as $$
declare
  from_balance point_balance;
  to_balance point_balance;
  lots bigint;
  given bigint;
begin
  select * into from_balance from point_balance where membership_no = loser and balance_type = 'Jewel Club Points';
  select * into to_balance from point_balance where membership_no = survivor and balance_type = 'Jewel Club Points';

  with lot as (
    select h.*, h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining, row_number() over (order by h.history_id) as place
    from point_history h
    where h.membership_no = loser and h.balance_type = 'Jewel Club Points' and h.point_amount > 0
      and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
    order by h.history_id limit most
  ),
  gone as (
    -- MERGE, because its rows come back with those of the lots: joined again by ten thousands they would take minutes.
    merge into point_history written using lot on false
    when not matched then
      insert (membership_no, sequence_no, transaction_type, points, business_date, invoice_no, transaction_id, reference_code,
        object_type, object_value, outlet_code, source_key, created_by_id, created_at)
      values (loser, from_balance.last_sequence_no + lot.place, 'Merge Out', -lot.remaining, today, lot.invoice_no, lot.transaction_id, survivor,
        'Merge', merge::text, lot.outlet_code, 'merge:' || merge || ':' || lot.history_id, by_id, at_time)
    returning written.history_id as gone_id, lot.*
  ),
  came as (
    insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
      invoice_no, transaction_id, reference_code, object_type, object_value, outlet_code, source_key, rule_refs, created_by_id, created_at)
    select survivor, to_balance.last_sequence_no + place, 'Merge In', remaining, remaining, today, earned_at, available_from, expiry_date,
      invoice_no, transaction_id, loser, 'Merge', merge::text, outlet_code, 'carried:' || gone_id, rule_refs, by_id, at_time
    from gone
  ),
  noted as (
    insert into point_allocation (debit_history_id, credit_history_id, points, kind) select gone_id, history_id, remaining, 'Merge' from gone
  ),
  counted as (
    update point_history h set point_utilized = h.point_utilized + lot.remaining from lot where h.history_id = lot.history_id
  )
  select count(*), coalesce(sum(remaining), 0) into lots, given from lot;
  update point_balance set lots_remaining = lots_remaining - given, last_sequence_no = last_sequence_no + lots, updated_at = at_time
  where membership_no = loser and balance_type = 'Jewel Club Points';
  update point_balance set lots_remaining = lots_remaining + given, last_sequence_no = last_sequence_no + lots, updated_at = at_time
  where membership_no = survivor and balance_type = 'Jewel Club Points';
  return lots;
end $$;

-- Moves what is owed once the lots are over, closes the account, and pays from what the survivor has.
create or replace function merge_debts(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint) returns void language plpgsql as $$
declare
  owed bigint;
  debt bigint;
begin
  select arrears into owed from point_balance where membership_no = loser and balance_type = 'Jewel Club Points';
  if owed > 0 then
    debt := hand_over_debt(merge, 'Merge', loser, survivor, owed, today, at_time, by_id);
    insert into point_allocation (debit_history_id, credit_history_id, points, kind)
    select history_id, debt, point_owed, 'Merge' from point_history
    where membership_no = loser and balance_type = 'Jewel Club Points' and point_owed > 0;
    update point_history set point_owed = 0 where membership_no = loser and balance_type = 'Jewel Club Points' and point_owed > 0;
    update point_balance set arrears = 0 where membership_no = loser and balance_type = 'Jewel Club Points';
  end if;
  update point_balance set frozen_yn = 'Y' where membership_no = loser and balance_type = 'Jewel Club Points';
  perform recover_arrears(survivor, 'merge:' || merge || ':' || loser, today)
  where exists (select from point_balance where membership_no = survivor and arrears > 0);
end $$;

-- What one owed the other owes: a lot for the first, used up at once by what it pays (the caller notes which), and a debit for
-- the second that no lot covers yet. Answers the lot.
create or replace function hand_over_debt(merge bigint, cause text, debtor text, heir text, amount bigint, today date, at_time timestamptz, by_id bigint)
returns bigint language plpgsql as $$
declare
  lot bigint;
begin
  insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, point_utilized, business_date, earned_at, available_from,
    reference_code, object_type, object_value, source_key, created_by_id, created_at)
  select debtor, last_sequence_no + 1, 'Merge In', amount, amount, amount, today, at_time, today, heir, cause, merge::text,
    'debt:' || lower(cause) || ':' || merge || ':' || debtor, by_id, at_time
  from point_balance where membership_no = debtor and balance_type = 'Jewel Club Points'
  returning history_id into lot;
  insert into point_history (membership_no, sequence_no, transaction_type, points, point_owed, business_date,
    reference_code, object_type, object_value, source_key, created_by_id, created_at)
  select heir, last_sequence_no + 1, 'Merge Out', -amount, amount, today, debtor, cause, merge::text, 'carried:' || lot, by_id, at_time
  from point_balance where membership_no = heir and balance_type = 'Jewel Club Points';
  update point_balance set last_sequence_no = last_sequence_no + 1, updated_at = at_time
  where membership_no in (debtor, heir) and balance_type = 'Jewel Club Points';
  update point_balance set arrears = arrears + amount where membership_no = heir and balance_type = 'Jewel Club Points';
  return lot;
end $$;

-- How much of what a merge brought over was used since, so that it cannot go back: redeemed, adjusted, taken back or merged
-- on. What expired ended by its own date, and what paid a debt is owed again.
create or replace function merged_points_used(merge bigint, loser text, survivor text) returns bigint language sql stable as $$
  select coalesce(sum(used.points), 0)::bigint
  from point_history came
  join point_allocation used on used.credit_history_id = came.history_id and used.kind in ('Redeem', 'Adjust', 'Reverse', 'Merge')
  where came.object_type = 'Merge' and came.object_value = merge::text and came.transaction_type = 'Merge In'
    and came.membership_no = survivor and came.reference_code = loser
$$;

-- The row by which the survivor took over what was owed; nothing where nothing was.
create or replace function debt_of_merge(merge bigint, loser text, survivor text) returns point_history language sql stable as $$
  select * from point_history
  where object_type = 'Merge' and object_value = merge::text and transaction_type = 'Merge Out' and membership_no = survivor and reference_code = loser
$$;

-- Moves the next lots back, after a ledger row, and answers the last of them; null is the end. What one paid of the other's debts
-- is given back, with the dates the points had, and owed again by whom it was. Nothing that was brought over may have been used.
create or replace function unmerge_lots(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint, after bigint, most integer)
returns bigint language plpgsql as $$
declare
  to_balance point_balance;
  from_balance point_balance;
  debt point_history := debt_of_merge(merge, loser, survivor);
  rows_moved bigint;
  given bigint;
  open_points bigint;
  last_one bigint;
begin
  update point_balance set frozen_yn = 'N' where membership_no = loser and balance_type = 'Jewel Club Points' and frozen_yn = 'Y';
  select * into to_balance from point_balance where membership_no = loser and balance_type = 'Jewel Club Points';
  select * into from_balance from point_balance where membership_no = survivor and balance_type = 'Jewel Club Points';

  -- Each lot goes back with what is left of it and with what it paid of the survivor's own debts, who owes that again.
  with lot as (
    select h.*, h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining, coalesce(paid.points, 0) as paid,
      row_number() over (order by h.history_id) as place
    from point_history h
    left join lateral (
      select sum(a.points)::bigint as points from point_allocation a
      where a.credit_history_id = h.history_id and a.kind = 'Recovery' and a.debit_history_id is distinct from debt.history_id
    ) paid on true
    where h.history_id > after and h.object_type = 'Merge' and h.object_value = merge::text and h.transaction_type = 'Merge In' and h.membership_no = survivor and h.reference_code = loser
      and h.point_amount - h.point_reversed - h.point_utilized - h.point_expired + coalesce(paid.points, 0) > 0
    order by h.history_id limit most
  ),
  gone as (
    merge into point_history written using lot on false
    when not matched then
      insert (membership_no, sequence_no, transaction_type, points, point_owed, business_date, invoice_no, transaction_id, reference_code,
        object_type, object_value, outlet_code, source_key, created_by_id, created_at)
      values (survivor, from_balance.last_sequence_no + lot.place, 'Merge Out', -lot.remaining - lot.paid, lot.paid, today, lot.invoice_no, lot.transaction_id, loser,
        'Unmerge', merge::text, lot.outlet_code, 'unmerge:' || merge || ':' || lot.history_id, by_id, at_time)
    returning written.history_id as gone_id, lot.*
  ),
  came as (
    insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
      invoice_no, transaction_id, reference_code, object_type, object_value, outlet_code, source_key, rule_refs, created_by_id, created_at)
    select loser, to_balance.last_sequence_no + place, 'Merge In', remaining + paid, remaining + paid, today, earned_at, available_from, expiry_date,
      invoice_no, transaction_id, survivor, 'Unmerge', merge::text, outlet_code, 'carried:' || gone_id, rule_refs, by_id, at_time
    from gone
  ),
  noted as (
    insert into point_allocation (debit_history_id, credit_history_id, points, kind)
    select gone_id, history_id, remaining, 'Merge' from gone where remaining > 0
  ),
  counted as (
    update point_history h set point_utilized = h.point_utilized + lot.remaining from lot where h.history_id = lot.history_id and lot.remaining > 0
  )
  select count(*), coalesce(sum(remaining + paid), 0), coalesce(sum(remaining), 0), max(history_id) into rows_moved, given, open_points, last_one from lot;
  update point_balance set lots_remaining = lots_remaining - open_points, arrears = arrears + given - open_points,
    last_sequence_no = last_sequence_no + rows_moved, updated_at = at_time
  where membership_no = survivor and balance_type = 'Jewel Club Points';
  update point_balance set lots_remaining = lots_remaining + given, last_sequence_no = last_sequence_no + rows_moved, updated_at = at_time
  where membership_no = loser and balance_type = 'Jewel Club Points';
  return last_one;
end $$;

-- Moves what is owed back, once the lots are.
create or replace function unmerge_debts(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint) returns void language plpgsql as $$
declare
  debt point_history := debt_of_merge(merge, loser, survivor);
  handed bigint;
  part record;
begin
  if debt.history_id is not null then
    -- What is still owed goes back as it came.
    if debt.point_owed > 0 then
      handed := hand_over_debt(merge, 'Unmerge', survivor, loser, debt.point_owed, today, at_time, by_id);
      insert into point_allocation (debit_history_id, credit_history_id, points, kind) values (debt.history_id, handed, debt.point_owed, 'Merge');
      update point_history set point_owed = 0 where history_id = debt.history_id;
      update point_balance set arrears = arrears - debt.point_owed where membership_no = survivor and balance_type = 'Jewel Club Points';
    end if;
    -- What the survivor's own lots paid of it returns to the survivor, lot by lot, and is owed again.
    for part in select a.allocation_id, a.points, lot.earned_at, lot.available_from, lot.expiry_date
      from point_allocation a join point_history lot on lot.history_id = a.credit_history_id
      where a.debit_history_id = debt.history_id and a.kind = 'Recovery'
        and not (lot.object_type = 'Merge' and lot.object_value = merge::text and lot.reference_code = loser) order by a.allocation_id
    loop
      insert into point_history (membership_no, sequence_no, transaction_type, points, point_owed, business_date, reference_code,
        object_type, object_value, source_key, created_by_id, created_at)
      select loser, last_sequence_no + 1, 'Merge Out', -part.points, part.points, today, survivor, 'Unmerge', merge::text,
        'unmerge:' || merge || ':paid:' || part.allocation_id, by_id, at_time
      from point_balance where membership_no = loser and balance_type = 'Jewel Club Points'
      returning history_id into handed;
      insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
        reference_code, object_type, object_value, source_key, created_by_id, created_at)
      select survivor, last_sequence_no + 1, 'Merge In', part.points, part.points, today, part.earned_at, part.available_from, part.expiry_date,
        loser, 'Unmerge', merge::text, 'carried:' || handed, by_id, at_time
      from point_balance where membership_no = survivor and balance_type = 'Jewel Club Points';
      update point_balance set last_sequence_no = last_sequence_no + 1, arrears = arrears + part.points, updated_at = at_time
      where membership_no = loser and balance_type = 'Jewel Club Points';
      update point_balance set last_sequence_no = last_sequence_no + 1, lots_remaining = lots_remaining + part.points, updated_at = at_time
      where membership_no = survivor and balance_type = 'Jewel Club Points';
    end loop;
  end if;

  -- Whoever has points of his own pays from them what he owes again.
  perform recover_arrears(member, 'unmerge:' || merge || ':' || member, today) from unnest(array[least(loser, survivor), greatest(loser, survivor)]) member
  where exists (select from point_balance b where b.membership_no = member and b.arrears > 0);
end $$;
