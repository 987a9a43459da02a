-- WHAT NOBODY CHANGES ANY MORE, and a proof that looks at sales and their lines too. What the application's role may change
-- stands in db/functions/rights.sql; a table that is not named there can be read and added to, nothing else.

alter default privileges in schema public revoke update, delete on tables from carat_app;

-- Of a row of the ledger only the counters of its lot, what is still owed, its status and what staff may complete change.
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

create function refuse_allocation_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only' using errcode = '23001';
end $$;
drop trigger point_allocation_append_only on point_allocation;
create trigger point_allocation_append_only before update or delete or truncate on point_allocation
  for each statement execute function refuse_allocation_change();

-- What was sold, for how much, and what a line takes back. A line that must not stand is taken back by a cancellation.
drop trigger transaction_detail_stays on transaction_detail;
create trigger transaction_detail_stays before update of transaction_id, sequence_no, old_sequence_no, original_transaction_id,
    quantity, unit_price, discount, tax, net_amount on transaction_detail
  for each row when (
    (old.transaction_id, old.sequence_no, old.old_sequence_no, old.original_transaction_id,
      old.quantity, old.unit_price, old.discount, old.tax, old.net_amount)
    is distinct from
    (new.transaction_id, new.sequence_no, new.old_sequence_no, new.original_transaction_id,
      new.quantity, new.unit_price, new.discount, new.tax, new.net_amount))
  execute function refuse_sale_change();
create trigger transaction_detail_is_kept before delete on transaction_detail
  for each row execute function refuse_sale_change();
create trigger transaction_detail_no_truncate before truncate on transaction_detail
  for each statement execute function refuse_sale_change();

-- A difference may lie in a sale, which need not have a member, and in amounts and quantities as well as in points.
alter table proof_difference
  alter column membership_no drop not null,
  alter column expected type numeric(20,3),
  alter column found type numeric(20,3),
  add column invoice_no text,
  add check (membership_no is not null or invoice_no is not null);
alter table proof_run add column sales bigint not null default 0, add column lines bigint not null default 0;
