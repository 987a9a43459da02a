-- MOVING A MEMBER'S POINTS TO ANOTHER NUMBER, AND BACK. Ledger rows stay where they were written. What is left of each lot
-- leaves by a row of its own (Merge Out) and arrives as a lot with the dates it had (Merge In); the second names the first in
-- its source_key, so that a lot can be followed through any number of merges (carried_lots). What is owed goes the same way with
-- the signs turned. The caller has locked both balances, lower number first.

-- What all rows of one merge, or of undoing it, have in common.
create or replace function merge_source(merge bigint, cause text, today date, at_time timestamptz, by_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('ObjectType', cause, 'ObjectValue', merge::text, 'BusinessDate', today, 'EarnedAt', at_time, 'AvailableFrom', today,
    'CreatedById', by_id, 'CreatedAt', at_time)
$$;

-- A row by which points leave one member or arrive at another: what it is for, and the dates of the lot that is moved.
create or replace function merge_entry(id bigint, member text, other text, points bigint, key text, source jsonb, lot point_history default null)
returns jsonb language sql stable as $$
  select ledger_entry(id, member, case when points > 0 then 'Merge In' else 'Merge Out' end, points, source || jsonb_build_object('ReferenceCode', other, 'SourceKey', key)
    || case when lot.history_id is null then '{}' else jsonb_build_object('InvoiceNo', lot.invoice_no, 'TransactionId', lot.transaction_id,
      'OutletCode', lot.outlet_code, 'EarnedAt', lot.earned_at, 'AvailableFrom', lot.available_from, 'ExpiryDate', lot.expiry_date, 'Rules', lot.rule_refs) end)
$$;

-- Moves the next lots from one member to another, as many as one statement does in good time. Answers how many; none is the end.
create or replace function merge_lots(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint, most integer)
returns bigint language plpgsql as $$
declare
  source jsonb := merge_source(merge, 'Merge', today, at_time, by_id);
  lots bigint;
  entries jsonb;
  takings jsonb;
begin
  select count(*), jsonb_agg(merge_entry(gone_id, loser, survivor, -remaining, 'merge:' || merge || ':' || (lot).history_id, source, lot))
      || jsonb_agg(merge_entry(null, survivor, loser, remaining, 'carried:' || gone_id, source, lot)),
    jsonb_agg(jsonb_build_object('Debit', gone_id, 'Lot', (lot).history_id, 'Points', remaining, 'Kind', 'Merge'))
  into lots, entries, takings
  from (
    select open_lot.*, nextval('point_history_history_id_seq') as gone_id from (
      select h as lot, h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining from point_history h
      where h.membership_no = loser and h.balance_type = 'Jewel Club Points' and h.point_amount > 0
        and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
      order by h.history_id limit most
    ) open_lot
  ) moved;
  if lots > 0 then
    perform write_entries(entries);
    perform write_takings(takings);
  end if;
  return lots;
end $$;

-- Moves what is owed once the lots are over, closes the account, and pays from what the survivor has.
create or replace function merge_debts(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint) returns void language plpgsql as $$
begin
  perform transfer_debts(merge, 'Merge', loser, survivor, today, at_time, by_id, array(
    select history_id from point_history where membership_no = loser and balance_type = 'Jewel Club Points' and point_owed > 0 order by history_id));
  update point_balance set frozen_yn = 'Y' where membership_no = loser and balance_type = 'Jewel Club Points';
  perform recover_arrears(survivor, 'merge:' || merge || ':' || loser, today)
  where exists (select from point_balance where membership_no = survivor and arrears > 0);
end $$;

-- What one owed the other owes: a lot for the first, used up at once by the debts that it pays, and a debit for the second that
-- no lot covers yet.
create or replace function transfer_debts(merge bigint, cause text, debtor text, heir text, today date, at_time timestamptz, by_id bigint, debts bigint[])
returns void language plpgsql as $$
declare
  source jsonb := merge_source(merge, cause, today, at_time, by_id);
  lot bigint := nextval('point_history_history_id_seq');
  amount bigint;
  takings jsonb;
begin
  select sum(point_owed), jsonb_agg(jsonb_build_object('Debit', history_id, 'Lot', lot, 'Points', point_owed, 'Kind', 'Merge', 'Pays', true))
  into amount, takings from point_history where history_id = any (debts) and point_owed > 0;
  if amount is null then return; end if;
  perform write_entries(jsonb_build_array(
    merge_entry(lot, debtor, heir, amount, 'debt:' || lower(cause) || ':' || merge || ':' || debtor, source),
    merge_entry(null, heir, debtor, -amount, 'carried:' || lot, source || jsonb_build_object('Owed', amount))));
  perform write_takings(takings);
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
  source jsonb := merge_source(merge, 'Unmerge', today, at_time, by_id);
  debt point_history := debt_of_merge(merge, loser, survivor);
  last_one bigint;
  entries jsonb;
  takings jsonb;
begin
  update point_balance set frozen_yn = 'N' where membership_no = loser and balance_type = 'Jewel Club Points' and frozen_yn = 'Y';
  -- Each lot goes back with what is left of it and with what it paid of the survivor's own debts, who owes that again.
  select max((lot).history_id),
    jsonb_agg(merge_entry(gone_id, survivor, loser, -remaining - paid, 'unmerge:' || merge || ':' || (lot).history_id, source || jsonb_build_object('Owed', paid), lot))
      || jsonb_agg(merge_entry(null, loser, survivor, remaining + paid, 'carried:' || gone_id, source, lot)),
    jsonb_agg(jsonb_build_object('Debit', gone_id, 'Lot', (lot).history_id, 'Points', remaining, 'Kind', 'Merge')) filter (where remaining > 0)
  into last_one, entries, takings
  from (
    select came.*, nextval('point_history_history_id_seq') as gone_id from (
      select h as lot, h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining, coalesce(paid.points, 0) as paid
      from point_history h
      left join lateral (
        select sum(a.points)::bigint as points from point_allocation a
        where a.credit_history_id = h.history_id and a.kind = 'Recovery' and a.debit_history_id is distinct from debt.history_id
      ) paid on true
      where h.history_id > after and h.object_type = 'Merge' and h.object_value = merge::text and h.transaction_type = 'Merge In' and h.membership_no = survivor and h.reference_code = loser
        and h.point_amount - h.point_reversed - h.point_utilized - h.point_expired + coalesce(paid.points, 0) > 0
      order by h.history_id limit most
    ) came
  ) moved;
  if entries is not null then perform write_entries(entries); end if;
  if takings is not null then perform write_takings(takings); end if;
  return last_one;
end $$;

-- Moves what is owed back, once the lots are.
create or replace function unmerge_debts(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint) returns void language plpgsql as $$
declare
  source jsonb := merge_source(merge, 'Unmerge', today, at_time, by_id);
  debt bigint := (debt_of_merge(merge, loser, survivor)).history_id;
begin
  -- What is still owed goes back as it came.
  perform transfer_debts(merge, 'Unmerge', survivor, loser, today, at_time, by_id, array[debt]);
  -- What the survivor's own lots paid of it returns to the survivor, lot by lot, and is owed again.
  perform write_entries(jsonb_agg(merge_entry(gone_id, loser, survivor, -points, 'unmerge:' || merge || ':paid:' || allocation_id, source || jsonb_build_object('Owed', points)))
    || jsonb_agg(merge_entry(null, survivor, loser, points, 'carried:' || gone_id, source || jsonb_build_object(
      'EarnedAt', earned_at, 'AvailableFrom', available_from, 'ExpiryDate', expiry_date))))
  from (
    select paid.*, nextval('point_history_history_id_seq') as gone_id from (
      select a.allocation_id, a.points, lot.earned_at, lot.available_from, lot.expiry_date
      from point_allocation a join point_history lot on lot.history_id = a.credit_history_id
      where a.debit_history_id = debt and a.kind = 'Recovery'
        and not (lot.object_type = 'Merge' and lot.object_value = merge::text and lot.reference_code = loser)
      order by a.allocation_id
    ) paid
  ) part having count(*) > 0;

  -- Anyone who has points of his own pays from them what he owes again.
  perform recover_arrears(member, 'unmerge:' || merge || ':' || member, today) from unnest(array[least(loser, survivor), greatest(loser, survivor)]) member
  where exists (select from point_balance b where b.membership_no = member and b.arrears > 0);
end $$;
