-- THE LEDGER IS APPEND-ONLY for every role.
-- Only lot counters, the arrears of a debit, the status and the fields that staff may complete can change.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'The ledger is append-only' using errcode = '23001';
  end if;
  if (old.history_id, old.membership_no, old.balance_type, old.sequence_no, old.transaction_type, old.points, old.point_amount, old.business_date,
      old.earned_at, old.available_from, old.expiry_date, old.reference_code, old.object_type, old.object_value, old.reason_code, old.outlet_code,
      old.staff_id, old.source_key, old.reversal_of, old.rule_refs, old.request_id, old.created_by_id, old.created_at)
     is distinct from
     (new.history_id, new.membership_no, new.balance_type, new.sequence_no, new.transaction_type, new.points, new.point_amount, new.business_date,
      new.earned_at, new.available_from, new.expiry_date, new.reference_code, new.object_type, new.object_value, new.reason_code, new.outlet_code,
      new.staff_id, new.source_key, new.reversal_of, new.rule_refs, new.request_id, new.created_by_id, new.created_at) then
    raise exception 'The ledger is append-only' using errcode = '23001';
  end if;
  return new;
end $$;
create or replace trigger point_history_append_only before update or delete on point_history
  for each row execute function refuse_ledger_change();
create or replace trigger point_history_no_truncate before truncate on point_history
  for each statement execute function refuse_ledger_change();

create or replace function refuse_allocation_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only' using errcode = '23001';
end $$;
create or replace trigger point_allocation_append_only before update or delete or truncate on point_allocation
  for each statement execute function refuse_allocation_change();
