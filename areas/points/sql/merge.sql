-- MOVING POINTS IN A MERGE, and back in an unmerge. Existing ledger rows stay unchanged.
-- A Merge Out row takes the remaining points of a lot; a Merge In row adds them as a lot with the same dates.
-- The source_key of a Merge In row names its Merge Out row, so a lot can be traced through merges (carried_lots).
-- Arrears move the same way with opposite signs.
-- The caller has locked both members' balances, the lower number first.

-- Builds the fields that all ledger rows of one merge or unmerge share.
create or replace function merge_source(merge bigint, cause text, today date, at_time timestamptz, by_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('ObjectType', cause, 'ObjectValue', merge::text, 'BusinessDate', today, 'EarnedAt', at_time, 'AvailableFrom', today,
    'CreatedById', by_id, 'CreatedAt', at_time)
$$;

-- A row that moves points out of or into a member's account, with the dates of the moved lot.
create or replace function merge_entry(id bigint, member text, other text, points bigint, key text, source jsonb, lot point_history default null)
returns jsonb language sql stable as $$
  select ledger_entry(id, member, case when points > 0 then 'Merge In' else 'Merge Out' end, points, source || jsonb_build_object('ReferenceCode', other, 'SourceKey', key)
    || case when lot.history_id is null then '{}' else jsonb_build_object('InvoiceNo', lot.invoice_no, 'TransactionId', lot.transaction_id,
      'OutletCode', lot.outlet_code, 'EarnedAt', lot.earned_at, 'AvailableFrom', lot.available_from, 'ExpiryDate', lot.expiry_date, 'Rules', lot.rule_refs) end)
$$;

-- Moves up to `most` lots of the merged member (`loser`) to the survivor.
-- Returns the number of moved lots; 0 means that all lots have been moved.
create or replace function merge_lots(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint, most integer)
returns bigint language plpgsql as $$
declare
  source jsonb := merge_source(merge, 'Merge', today, at_time, by_id);
  lots bigint;
  entries jsonb;
  takings jsonb;
begin
  select count(*), jsonb_agg(merge_entry(out_id, loser, survivor, -remaining, 'merge:' || merge || ':' || (lot).history_id, source, lot))
      || jsonb_agg(merge_entry(null, survivor, loser, remaining, 'carried:' || out_id, source, lot)),
    jsonb_agg(jsonb_build_object('Debit', out_id, 'Lot', (lot).history_id, 'Points', remaining, 'Kind', 'Merge'))
  into lots, entries, takings
  from (
    select open_lot.*, nextval('point_history_history_id_seq') as out_id from (
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

-- Moves the merged member's arrears and open allowances, freezes their balance and pays the arrears from the survivor's lots.
create or replace function merge_debts(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint) returns void language plpgsql as $$
begin
  perform transfer_debts(merge, 'Merge', loser, survivor, today, at_time, by_id, array(
    select history_id from point_history where membership_no = loser and balance_type = 'Jewel Club Points' and point_owed > 0 order by history_id));
  update offline_allowance set membership_no = survivor where membership_no = loser and status = 'Open';
  update point_balance set frozen_yn = 'Y' where membership_no = loser and balance_type = 'Jewel Club Points';
  perform recover_arrears(survivor, 'merge:' || merge || ':' || loser, today)
  where exists (select from point_balance where membership_no = survivor and arrears > 0);
end $$;

-- Transfers arrears from one member (`debtor`) to another member (`heir`).
-- The debtor gets a lot that pays the old debts at once; the heir gets a debit that no lot covers yet.
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

-- Returns the merged points that cannot move back, because they were redeemed, adjusted, reversed or merged again.
-- Expired points do not prevent an unmerge, because they expired by their own date.
-- Points that paid a debt do not prevent an unmerge, because the debt is owed again.
create or replace function merged_points_used(merge bigint, loser text, survivor text) returns bigint language sql stable as $$
  select coalesce(sum(used.points), 0)::bigint
  from point_history merged_lot
  join point_allocation used on used.credit_history_id = merged_lot.history_id and used.kind in ('Redeem', 'Adjust', 'Reverse', 'Merge')
  where merged_lot.object_type = 'Merge' and merged_lot.object_value = merge::text and merged_lot.transaction_type = 'Merge In'
    and merged_lot.membership_no = survivor and merged_lot.reference_code = loser
$$;

-- Returns the ledger row by which the survivor took over the arrears; null if there were no arrears.
create or replace function debt_of_merge(merge bigint, loser text, survivor text) returns point_history language sql stable as $$
  select * from point_history
  where object_type = 'Merge' and object_value = merge::text and transaction_type = 'Merge Out' and membership_no = survivor and reference_code = loser
$$;

-- Unmerge: moves the next chunk of lots back to the merged member, beginning after the ledger row `after`.
-- Returns the id of the last lot that moved back; null means that all lots have been moved.
-- Points that paid debts of the survivor move back with their dates, and the survivor owes these debts again.
-- The caller has checked that the merged points are unused (merged_points_used).
-- Allowances of the survivor end, because the points of both members back them.
create or replace function unmerge_lots(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint, after bigint, most integer)
returns bigint language plpgsql as $$
declare
  source jsonb := merge_source(merge, 'Unmerge', today, at_time, by_id);
  debt point_history := debt_of_merge(merge, loser, survivor);
  last_id bigint;
  entries jsonb;
  takings jsonb;
begin
  update offline_allowance set status = 'Ended' where membership_no = survivor and status = 'Open';
  update point_balance set frozen_yn = 'N' where membership_no = loser and balance_type = 'Jewel Club Points' and frozen_yn = 'Y';
  -- In an unmerge each lot moves back with its remaining points and the points that paid the survivor's own debts.
  select max((lot).history_id),
    jsonb_agg(merge_entry(out_id, survivor, loser, -remaining - paid, 'unmerge:' || merge || ':' || (lot).history_id, source || jsonb_build_object('Owed', paid), lot))
      || jsonb_agg(merge_entry(null, loser, survivor, remaining + paid, 'carried:' || out_id, source, lot)),
    jsonb_agg(jsonb_build_object('Debit', out_id, 'Lot', (lot).history_id, 'Points', remaining, 'Kind', 'Merge')) filter (where remaining > 0)
  into last_id, entries, takings
  from (
    select merged_lot.*, nextval('point_history_history_id_seq') as out_id from (
      select h as lot, h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining, coalesce(paid.points, 0) as paid
      from point_history h
      left join lateral (
        select sum(a.points)::bigint as points from point_allocation a
        where a.credit_history_id = h.history_id and a.kind = 'Recovery' and a.debit_history_id is distinct from debt.history_id
      ) paid on true
      where h.history_id > after and h.object_type = 'Merge' and h.object_value = merge::text and h.transaction_type = 'Merge In' and h.membership_no = survivor and h.reference_code = loser
        and h.point_amount - h.point_reversed - h.point_utilized - h.point_expired + coalesce(paid.points, 0) > 0
      order by h.history_id limit most
    ) merged_lot
  ) moved;
  if entries is not null then perform write_entries(entries); end if;
  if takings is not null then perform write_takings(takings); end if;
  return last_id;
end $$;

-- Moves arrears back to the merged member after the lots.
create or replace function unmerge_debts(merge bigint, loser text, survivor text, today date, at_time timestamptz, by_id bigint) returns void language plpgsql as $$
declare
  source jsonb := merge_source(merge, 'Unmerge', today, at_time, by_id);
  debt bigint := (debt_of_merge(merge, loser, survivor)).history_id;
begin
  -- In an unmerge, arrears that were not paid move back unchanged.
  perform transfer_debts(merge, 'Unmerge', survivor, loser, today, at_time, by_id, array[debt]);
  -- If the survivor's own lots paid arrears, their points return to the survivor and the merged member owes them again.
  perform write_entries(jsonb_agg(merge_entry(out_id, loser, survivor, -points, 'unmerge:' || merge || ':paid:' || allocation_id, source || jsonb_build_object('Owed', points)))
    || jsonb_agg(merge_entry(null, survivor, loser, points, 'carried:' || out_id, source || jsonb_build_object(
      'EarnedAt', earned_at, 'AvailableFrom', available_from, 'ExpiryDate', expiry_date))))
  from (
    select paid.*, nextval('point_history_history_id_seq') as out_id from (
      select a.allocation_id, a.points, lot.earned_at, lot.available_from, lot.expiry_date
      from point_allocation a join point_history lot on lot.history_id = a.credit_history_id
      where a.debit_history_id = debt and a.kind = 'Recovery'
        and not (lot.object_type = 'Merge' and lot.object_value = merge::text and lot.reference_code = loser)
      order by a.allocation_id
    ) paid
  ) part having count(*) > 0;

  -- After an unmerge, members who owe points again pay them from their usable points.
  perform recover_arrears(member, 'unmerge:' || merge || ':' || member, today) from unnest(array[least(loser, survivor), greatest(loser, survivor)]) member
  where exists (select from point_balance b where b.membership_no = member and b.arrears > 0);
end $$;
