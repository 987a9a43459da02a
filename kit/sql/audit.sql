-- Field-level audit. One record for a row that was added, one per field that was changed, one for a row that was deleted.
-- Written by the owner's rights: the application's role may read the book, not write in it.

-- Secrets and the rows of an uploaded file are never copied into the book, and what somebody searched for is copied
-- without the identity numbers, telephone numbers and addresses in it.
create or replace function audit_masked(field text, value text) returns text language sql immutable as $$
  select case
    when value is null then null
    when field in ('password_hash', 'previous_password_hash', 'token_hash', 'code_hash', 'security_code', 'secret_hash', 'secret_sealed', 'passcode', 'sample') then '•••'
    when field in ('input', 'filters', 'state', 'payload', 'summary') and value ~ '^[[{]' then without_identity(value::jsonb)::text
    else value end
$$;

-- Who and where. Work that says neither is a program's: it goes by the name of its connection, and so is never nobody's.
create or replace function audit_origin() returns jsonb language sql stable as $$
  select jsonb_build_object('name', coalesce(nullif(current_setting('application_name', true), ''), current_user))
    || coalesce(nullif(current_setting('carat.origin', true), ''), '{}')::jsonb
$$;

create or replace function audit_object_id(record jsonb, key_columns text) returns text language sql immutable as $$
  select string_agg(record->>key, '/') from unnest(string_to_array(key_columns, ',')) key
$$;

-- 'customer_address' → 'CustomerAddress', as the contract writes it.
create or replace function audit_name(snake text) returns text language sql immutable as $$
  select replace(replace(initcap(replace(snake, '_', ' ')), ' ', ''), 'Yn', 'YN')
$$;

-- Arguments: key columns, joined by commas; columns that carry no information of their own.
create or replace function audit_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin jsonb := audit_origin();
begin
  if origin ? 'bulk' then
    -- An import is one record per statement; each row names its import itself.
    insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_info,
      updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
    select now(), tg_table_name, audit_name(tg_table_name), origin->>'bulk', 'Import', count(*) || ' rows',
      (origin->>'userId')::bigint, origin->>'name', origin->>'outletCode', origin->>'session', origin->>'ip', origin->>'requestId'
    from added having count(*) > 0;
    return null;
  end if;
  insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_info,
    updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  select now(), tg_table_name, audit_name(tg_table_name), audit_object_id(record, tg_argv[0]), 'Add',
    (select jsonb_object_agg(audit_name(key), audit_masked(key, value)) from jsonb_each_text(record) where value is not null)::text,
    (origin->>'userId')::bigint, origin->>'name', origin->>'outletCode', origin->>'session', origin->>'ip', origin->>'requestId'
  from (select to_jsonb(added) as record from added) rows;
  return null;
end $$;

create or replace function audit_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin jsonb := audit_origin();
begin
  if origin ? 'bulk' then return null; end if;
  insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_field_name, previous_info, updated_info,
    updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  select now(), tg_table_name, audit_name(tg_table_name), audit_object_id(to_jsonb(new), tg_argv[0]), 'Update', audit_name(after.key),
    audit_masked(after.key, before.value), audit_masked(after.key, after.value),
    (origin->>'userId')::bigint, origin->>'name', origin->>'outletCode', origin->>'session', origin->>'ip', origin->>'requestId'
  from jsonb_each_text(to_jsonb(new)) after
  join jsonb_each_text(to_jsonb(old)) before using (key)
  where before.value is distinct from after.value
    and after.key <> all (string_to_array(coalesce(tg_argv[1], ''), ','));
  return null;
end $$;

create or replace function audit_delete() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin jsonb := audit_origin();
begin
  insert into audit_record (audited_at, table_name, object_type, object_id, action_type, previous_info,
    updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  select now(), tg_table_name, audit_name(tg_table_name), audit_object_id(record, tg_argv[0]), 'Delete',
    (select jsonb_object_agg(audit_name(key), audit_masked(key, value)) from jsonb_each_text(record) where value is not null)::text,
    (origin->>'userId')::bigint, origin->>'name', origin->>'outletCode', origin->>'session', origin->>'ip', origin->>'requestId'
  from (select to_jsonb(old) as record) rows;
  return null;
end $$;

-- Puts a table under audit; calling it again only renews the triggers.
create or replace function audit_table(target regclass, key_columns text, ignored_columns text default 'version,updated_at,updated_by_id')
returns void language plpgsql as $$
begin
  execute format('drop trigger if exists audit_added on %s', target);
  execute format('drop trigger if exists audit_changed on %s', target);
  execute format('drop trigger if exists audit_deleted on %s', target);
  execute format('create trigger audit_added after insert on %s referencing new table as added for each statement execute function audit_insert(%L)', target, key_columns);
  execute format('create trigger audit_changed after update on %s for each row when (old.* is distinct from new.*) execute function audit_update(%L, %L)', target, key_columns, ignored_columns);
  execute format('create trigger audit_deleted after delete on %s for each row execute function audit_delete(%L)', target, key_columns);
end $$;

-- Which tables are under audit, and why the others are not, stands in tests/audit.test.ts.
select audit_table('setting', 'name'),
  audit_table('building', 'building_id'),
  audit_table('department', 'department_id'),
  audit_table('staff', 'staff_id'),
  audit_table('user_preference', 'user_id', 'updated_at'),
  audit_table('user_account', 'user_id', 'last_sign_in_at,access_version,version,updated_at'),
  audit_table('user_role', 'user_id,role'),
  audit_table('user_privilege', 'user_id,privilege'),
  audit_table('user_identity', 'identity_id', 'last_used_at'),
  audit_table('identity_request', 'request_id'),
  audit_table('authenticator', 'user_id', 'tries,last_step,last_used_at,key_id'),
  audit_table('list_item', 'list_item_id'),
  audit_table('list_view', 'view_id'),
  audit_table('field_translation', 'translation_id'),
  audit_table('product_group', 'product_code'),
  audit_table('media', 'media_id'),
  audit_table('customer', 'customer_id'),
  audit_table('customer_address', 'address_id'),
  audit_table('customer_consent', 'consent_id'),
  audit_table('customer_tag', 'tag_id'),
  audit_table('archived_member', 'archive_id'),
  audit_table('card_group', 'group_id'),
  audit_table('card_category', 'card_category_id'),
  audit_table('card_level', 'card_level_id'),
  audit_table('membership', 'membership_no'),
  audit_table('membership_level_history', 'level_history_id'),
  audit_table('transaction_summary', 'transaction_id', 'earned_points,reversed_points,unassigned_times'),
  audit_table('sale_check', 'transaction_id,sequence_no'),
  audit_table('approval', 'approval_id'),
  audit_table('member_merge', 'merge_id', 'last_history_id'),
  audit_table('referral', 'referral_id'),
  audit_table('point_structure', 'structure_id'),
  audit_table('point_structure_detail', 'structure_detail_id'),
  audit_table('point_rate', 'rate_id'),
  audit_table('point_rate_detail', 'rate_detail_id'),
  audit_table('point_expiry_reward', 'reference_code', 'claims'),
  audit_table('expiry_contact', 'contact_id'),
  audit_table('point_history', 'history_id', 'point_reversed,point_utilized,point_expired,point_owed');

-- Lines of sales are posted once and by the thousand. What is changed of one later is under audit, but not the counters that
-- follow from cancellations, nor the points when a line earns for the first time: both follow from sales that are.
create or replace function line_changed(before transaction_detail, after transaction_detail) returns boolean language sql immutable as $$
  select (to_jsonb(before) - ignored) is distinct from (to_jsonb(after) - ignored)
  from (select '{cancelled_quantity,points_reversed,points_exact}'::text[] || case when before.points_earned = 0 and before.structure_detail_id is null
    then '{points_earned,rate_detail_id,structure_detail_id,card_level_id}'::text[] else '{}' end as ignored)
$$;
drop trigger if exists audit_changed on transaction_detail;
create trigger audit_changed after update on transaction_detail
  for each row when (line_changed(old.*, new.*)) execute function audit_update('transaction_id,sequence_no', 'cancelled_quantity,points_reversed,points_exact');
