-- RECORDING EVENTS. Each trigger adds an event to event_outbox in the transaction of the change.
-- Data has numbers, codes, amounts and points only, so that an erasure need not change the feed.
-- An event has the state after the change, except points.moved and stock.moved, which have the difference.
-- GET /changes depends on one event for every transaction that changes a record. A row version with an xmin of another
-- transaction is the first one that this transaction replaces; an event for it covers further changes of this transaction.

create or replace function customer_event_data(customer customer) returns jsonb language sql stable as $$
  select jsonb_build_object('Status', customer.status, 'MemberType', customer.member_type,
    'RegisteredOutletCode', customer.registered_outlet_code, 'MergedIntoCustomerId', customer.merged_into_customer_id,
    'Version', customer.version)
$$;

create or replace function record_customer() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, customer_id, data, occurred_at)
  values (
    case when tg_op = 'INSERT' then 'customer.registered'
      when new.erased_at is not null and old.erased_at is null then 'customer.erased'
      when new.status = 'Deleted' and old.status <> 'Deleted' then 'customer.deleted'
      else 'customer.changed' end,
    new.customer_id, customer_event_data(new), new.updated_at);
  return null;
end $$;
create or replace trigger event_added after insert on customer for each row execute function record_customer();
create or replace trigger event_changed after update on customer for each row
  when (old is distinct from new or old.xmin <> pg_current_xact_id()::xid) execute function record_customer();

-- An address or consent changed, or a merge moved it. A customer that this transaction has written has an event already.
create or replace function record_customer_part() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, customer_id, data, occurred_at)
  select 'customer.changed', customer.customer_id, customer_event_data(customer), now()
  from customer where customer_id in (new.customer_id, old.customer_id) and xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
create or replace trigger event_added after insert on customer_address for each row execute function record_customer_part();
create or replace trigger event_changed after update on customer_address for each row execute function record_customer_part();
create or replace trigger event_changed after update on customer_consent for each row execute function record_customer_part();

create or replace function record_consent() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, customer_id, data, occurred_at)
  values ('consent.recorded', new.customer_id, jsonb_build_object('Channel', new.channel, 'GrantedYN', new.granted_yn), new.recorded_at);
  return null;
end $$;
create or replace trigger event_added after insert on customer_consent for each row execute function record_consent();

create or replace function record_membership() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, membership_no, customer_id, data, occurred_at)
  values (
    case when tg_op = 'INSERT' then 'membership.opened'
      when new.card_category_code is distinct from old.card_category_code then 'membership.level_changed'
      else 'membership.changed' end,
    new.membership_no, new.customer_id,
    jsonb_build_object('Status', new.status, 'MemberType', new.member_type, 'CardGroupId', new.card_group_id,
      'CardCategoryCode', new.card_category_code, 'MergedIntoMembershipNo', new.merged_into_membership_no),
    new.updated_at);
  return null;
end $$;
create or replace trigger event_added after insert on membership for each row execute function record_membership();
create or replace trigger event_changed after update on membership for each row
  when ((old.status, old.member_type, old.card_group_id, old.card_category_code, old.merged_into_membership_no, old.customer_id)
    is distinct from (new.status, new.member_type, new.card_group_id, new.card_category_code, new.merged_into_membership_no, new.customer_id)
    or old.xmin <> pg_current_xact_id()::xid)
  execute function record_membership();

-- Once per statement, because imports and the nightly batch write many ledger entries at once.
create or replace function record_points() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, membership_no, data, occurred_at)
  select 'points.moved', membership_no,
    jsonb_build_object('HistoryId', history_id, 'LedgerNo', sequence_no, 'Kind', transaction_type, 'Points', points,
      'BusinessDate', business_date, 'AvailableFrom', available_from, 'ExpiryDate', expiry_date, 'InvoiceNo', invoice_no,
      'ReferenceCode', reference_code, 'OutletCode', outlet_code),
    created_at
  from added order by history_id;
  return null;
end $$;
create or replace trigger event_added after insert on point_history referencing new table as added
  for each statement execute function record_points();

create or replace function record_entry_change() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, membership_no, data, occurred_at)
  values ('points.entry_changed', new.membership_no,
    jsonb_build_object('HistoryId', new.history_id, 'LedgerNo', new.sequence_no, 'PointReversed', new.point_reversed,
      'PointUtilized', new.point_utilized, 'PointExpired', new.point_expired, 'PointOwed', new.point_owed, 'Status', new.status),
    now());
  return null;
end $$;
create or replace trigger event_changed after update on point_history for each row
  when (old.xmin <> pg_current_xact_id()::xid) execute function record_entry_change();

create or replace function sale_event_data(sale transaction_summary) returns jsonb language sql stable as $$
  select jsonb_build_object('TransactionId', sale.transaction_id, 'InvoiceNo', sale.invoice_no, 'OriginalInvoiceNo', sale.original_invoice_no,
    'OutletCode', sale.outlet_code, 'BusinessDate', sale.business_date, 'NetAmount', sale.net_amount::text, 'TotalAmount', sale.total_amount::text,
    'Source', sale.source, 'ApprovalStatus', sale.approval_status)
$$;

-- Once per statement, because imports write many sales at once.
create or replace function record_sales() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, membership_no, customer_id, data, occurred_at)
  select case transaction_type when 'N' then 'sale.entered' else 'sale.returned' end, membership_no, customer_id, sale_event_data(added), created_at
  from added order by transaction_id;
  return null;
end $$;
create or replace trigger event_added after insert on transaction_summary referencing new table as added
  for each statement execute function record_sales();

-- A sale was assigned, unassigned, approved, rejected, returned or corrected. The previous member learns it as well.
create or replace function record_sale_change() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, membership_no, customer_id, data, occurred_at)
  select 'sale.changed', member.membership_no, new.customer_id,
    sale_event_data(new) || jsonb_build_object('MembershipNo', new.membership_no),
    coalesce(case when new.assigned_at is distinct from old.assigned_at then new.assigned_at end, now())
  from (select new.membership_no union select old.membership_no where old.membership_no is not null) member
  where member.membership_no is not null or old.membership_no is null;
  return null;
end $$;
create or replace trigger event_changed after update on transaction_summary for each row
  when ((old.membership_no, old.approval_status) is distinct from (new.membership_no, new.approval_status) or old.xmin <> pg_current_xact_id()::xid)
  execute function record_sale_change();

-- Lines or checks of a sale were added or changed. A sale that this transaction has written has an event already.
create or replace function record_sale_parts() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into event_outbox (type, membership_no, customer_id, data, occurred_at)
  select 'sale.changed', sale.membership_no, sale.customer_id,
    sale_event_data(sale) || jsonb_build_object('MembershipNo', sale.membership_no), now()
  from (select distinct transaction_id from written) part join transaction_summary sale using (transaction_id)
  where sale.xmin <> pg_current_xact_id()::xid order by transaction_id;
  return null;
end $$;
do $$
declare
  part regclass;
begin
  foreach part in array array['transaction_detail', 'sale_check', 'sale_head_check']::regclass[] loop
    execute format('create or replace trigger event_added after insert on %s referencing new table as written
      for each statement execute function record_sale_parts()', part);
    execute format('create or replace trigger event_changed after update on %s referencing new table as written
      for each statement execute function record_sale_parts()', part);
  end loop;
end $$;

create or replace function record_customer_reward() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, membership_no, customer_id, data, occurred_at)
  values (case tg_op when 'INSERT' then 'reward.given' else 'reward.changed' end, new.membership_no, new.customer_id,
    jsonb_build_object('ReferenceCode', new.reference_code, 'RewardId', new.reward_id, 'RewardType', new.type, 'Status', new.status,
      'Points', new.points, 'VoucherNo', new.voucher_no, 'ValidityFrom', new.validity_from, 'ValidityTo', new.validity_to,
      'OutletCode', new.outlet_code),
    new.updated_at);
  return null;
end $$;
create or replace trigger event_added after insert on customer_reward for each row execute function record_customer_reward();
create or replace trigger event_changed after update on customer_reward for each row
  when ((old.status, old.voucher_no, old.validity_to, old.membership_no) is distinct from (new.status, new.voucher_no, new.validity_to, new.membership_no)
    or old.xmin <> pg_current_xact_id()::xid)
  execute function record_customer_reward();

create or replace function record_voucher() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, data, occurred_at)
  values ('voucher.changed', jsonb_build_object('VoucherNo', new.voucher_no, 'VoucherType', new.voucher_type, 'Value', new.value::text,
    'Status', new.status, 'AssignedYN', new.is_assigned_yn, 'ReferenceCode', new.assigned_to, 'ExpiryDate', new.expiry_date,
    'UsedInvoiceNo', new.used_invoice_no), new.updated_at);
  return null;
end $$;
create or replace trigger event_added after insert on voucher for each row execute function record_voucher();
create or replace trigger event_changed after update on voucher for each row
  when ((old.status, old.is_assigned_yn, old.assigned_to, old.expiry_date, old.used_invoice_no)
    is distinct from (new.status, new.is_assigned_yn, new.assigned_to, new.expiry_date, new.used_invoice_no))
  execute function record_voucher();

create or replace function record_merge() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, membership_no, customer_id, data, occurred_at)
  values (case when new.status = 'Merged' then 'member.merged' else 'member.unmerged' end, new.merged_membership_no, new.merged_customer_id,
    jsonb_build_object('SurvivorMembershipNo', new.survivor_membership_no, 'SurvivorCustomerId', new.survivor_customer_id),
    coalesce(new.unmerged_at, new.merged_at));
  return null;
end $$;
create or replace trigger event_added after insert on member_merge for each row execute function record_merge();
create or replace trigger event_changed after update of status on member_merge for each row
  when (old.status is distinct from new.status) execute function record_merge();

create or replace function record_stock() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, data, occurred_at)
  select 'stock.moved', jsonb_build_object('RewardId', place.reward_id, 'OutletCode', building.code, 'Kind', new.movement_type,
    'OnHand', new.on_hand, 'Reserved', new.reserved, 'Issued', new.issued, 'ReferenceCode', new.reference_code), new.moved_at
  from reward_inventory place left join building on building.building_id = place.building_id where place.inventory_id = new.inventory_id;
  return null;
end $$;
create or replace trigger event_added after insert on reward_movement for each row execute function record_stock();

create or replace function record_task() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, customer_id, data, occurred_at)
  select 'task.changed', new.customer_id, jsonb_build_object('TaskId', new.task_id, 'Status', new.status, 'Source', new.source,
    'OutletCode', building.code, 'DueAt', to_char(new.due_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), new.updated_at
  from building where building.building_id = new.building_id;
  return null;
end $$;
create or replace trigger event_added after insert on task for each row execute function record_task();
create or replace trigger event_changed after update of status on task for each row
  when (old.status is distinct from new.status) execute function record_task();
