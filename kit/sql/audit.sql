-- Field-level audit. One record for a row that was added, one per field that was changed, one for a row that was deleted.
-- Written by the owner's rights: the application's role may read the log, not write in it.

-- NAMES, IDENTITY NUMBERS, TELEPHONE NUMBERS AND MAIL ADDRESSES DO NOT STAY IN THE AUDIT LOG as part of something else: as the
-- first rows of an uploaded file, as what somebody searched for and then exported, or as a filter that was kept.

-- A document as the log may keep it. Fields of persons are masked by their name, free searches by their form. Areas add names of
-- fields in is_personal_name().
create or replace function without_identity(document jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  personal constant text := '(IdNo|IdentityNo|ContactNo|ContactNoTyped|Phone|Mobile|Email|FullName|PreferredName|Typed|Q)$|^Name$';
begin
  case jsonb_typeof(document)
    when 'object' then
      return coalesce((
        select jsonb_object_agg(key, case
          when jsonb_typeof(value) in ('string', 'number')
            and (key ~ personal or is_personal_name(key)
              or key = 'Text' and (document->>'Field' ~ personal or is_personal_name(document->>'Field'))) then to_jsonb('•••'::text)
          else without_identity(value) end)
        from jsonb_each(document)), '{}');
    when 'array' then
      return coalesce((select jsonb_agg(without_identity(value) order by place) from jsonb_array_elements(document) with ordinality item (value, place)), '[]');
    when 'string' then
      return case
        when document #>> '{}' ~ '@' then to_jsonb('•••'::text)
        -- Nine digits or more, however they are set apart; a date and its time are none.
        when document #>> '{}' ~ '^\s*\+?[0-9](?:[ ()./-]*[0-9]){8,}\s*$' and document #>> '{}' !~ '^\s*[12][0-9]{3}-[0-9]{2}-[0-9]{2}' then to_jsonb('•••'::text)
        else document end;
    else
      return document;
  end case;
end $$;

-- Secrets and the rows of an uploaded file are never copied into the log, and what somebody searched for is copied
-- without the names, identity numbers, telephone numbers and addresses in it.
create or replace function audit_mask(field text) returns text language sql immutable as $$
  select case
    when field in ('password_hash', 'previous_password_hash', 'token_hash', 'code_hash', 'security_code', 'secret_hash', 'secret_sealed', 'passcode', 'sample') then 'secret'
    when field in ('input', 'filters', 'state', 'payload', 'summary', 'custom_values') then 'identity' end
$$;

create or replace function audit_masked(field text, value text) returns text language sql immutable as $$
  select case
    when value is null then null
    when audit_mask(field) = 'secret' then '•••'
    when audit_mask(field) = 'identity' and value ~ '^[[{]' then without_identity(value::jsonb)::text
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

-- 'list_item' → 'ListItem', as the contract writes it.
create or replace function audit_name(snake text) returns text language sql immutable as $$
  select replace(replace(initcap(replace(snake, '_', ' ')), ' ', ''), 'Yn', 'YN')
$$;

create or replace function audit_delete() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin jsonb := audit_origin();
begin
  if erasing() then return null; end if;
  insert into audit_record (audited_at, table_name, object_type, object_id, action_type, previous_info,
    updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  select now(), tg_table_name, audit_name(tg_table_name), audit_object_id(record, tg_argv[0]), 'Delete',
    (select jsonb_object_agg(audit_name(key), audit_masked(key, value)) from jsonb_each_text(record) where value is not null)::text,
    (origin->>'userId')::bigint, origin->>'name', origin->>'outletCode', origin->>'session', origin->>'ip', origin->>'requestId'
  from (select to_jsonb(old) as record) rows;
  return null;
end $$;

-- The columns of a table: how each is called in the log, and what it says, as jsonb would write it; text and numbers do so themselves.
create or replace function audit_fields(target regclass) returns table (field text, place int, content text) language sql stable as $$
  select attname::text, attnum::int, case
    when atttypid = any ('{text,bigint,integer,smallint,numeric,boolean,uuid}'::regtype[]) then format('%%1$s.%I::text', attname)
    else format($q$to_jsonb(%%1$s.%I) #>> '{}'$q$, attname) end
  from pg_attribute where attrelid = target and attnum > 0 and not attisdropped
$$;

-- What is noted of a row that was changed, a record for each field, is written for its table as well: taking both rows apart costs
-- more than all else that a claim does.
create or replace function audit_change_of(target regclass, key_columns text, ignored_columns text) returns text language plpgsql as $$
declare
  title text := (select relname from pg_class where oid = target);
  keys text[] := string_to_array(key_columns, ',');
  own boolean;
  plain text;
  masked text;
  object_id text;
begin
  select coalesce(bool_or(field = 'custom_values'), false),
    string_agg(format('(%L, %s, %s)', audit_name(field), format(content, 'old'), format(content, 'new')), ', ' order by place) filter (where audit_mask(field) is null and told),
    string_agg(format('union all select %1$L, audit_masked(%2$L, %3$s), audit_masked(%2$L, %4$s) where %3$s is distinct from %4$s%5$s', audit_name(field), field,
      format(content, 'old'), format(content, 'new'), case field when 'custom_values' then ' and not by_code' end), ' ' order by place) filter (where audit_mask(field) is not null and told),
    string_agg(format(content, 'new'), $q$ || '/' || $q$ order by array_position(keys, field)) filter (where field = any (keys))
  into own, plain, masked, object_id
  from (select *, field <> all (string_to_array(ignored_columns, ',')) as told from audit_fields(target)) fields;
  execute format($function$
    create or replace function audit_changed_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
    declare
      who jsonb := audit_origin();
      -- Fields that the company added itself are kept as one document: each has its own record, under its code.
      by_code boolean := %6$s;
    begin
      -- The audit log has an entry of its own about an erasure; what was erased is not copied into it.
      if who ? 'bulk' or erasing() then return null; end if;
      insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_field_name, previous_info, updated_info,
        updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
      select now(), %1$L, %2$L, %3$s, 'Update', field, before, after,
        actor.id, actor.name, actor.outlet, actor.session, actor.ip, actor.request
      from (
        select * from (values %4$s) plain (field, before, after) where before is distinct from after %5$s %7$s
      ) changed, (
        select (who->>'userId')::bigint as id, who->>'name' as name, who->>'outletCode' as outlet, who->>'session' as session, who->>'ip' as ip,
          who->>'requestId' as request offset 0
      ) actor;
      return null;
    end $body$ $function$, title, audit_name(title), object_id, plain, masked,
    case when own then $q$jsonb_typeof(old.custom_values) = 'object' and jsonb_typeof(new.custom_values) = 'object'$q$ else 'false' end,
    case when own then $q$
        union all select 'CustomValues.' || code, without_identity(old.custom_values->code) #>> '{}', without_identity(new.custom_values->code) #>> '{}'
        from jsonb_object_keys(case when by_code and old.custom_values <> new.custom_values then old.custom_values || new.custom_values else '{}' end) code
        where old.custom_values->code is distinct from new.custom_values->code$q$ end);
  return 'audit_changed_' || title;
end $$;

-- What is noted of a row that was added is written for its table, which costs half of what taking any row apart does: a
-- sale adds several.
create or replace function audit_addition_of(target regclass, key_columns text) returns text language plpgsql as $$
declare
  title text := (select relname from pg_class where oid = target);
  keys text[] := string_to_array(key_columns, ',');
  names text;
  contents text;
  object_id text;
begin
  select string_agg(quote_literal(audit_name(field)), ', ' order by place),
    string_agg(case when audit_mask(field) is null then content else format('audit_masked(%L, %s)', field, content) end, ', ' order by place),
    string_agg(content, $q$ || '/' || $q$ order by array_position(keys, field)) filter (where field = any (keys))
  into names, contents, object_id
  from (select field, place, format(content, 'added') as content from audit_fields(target)) fields;
  execute format($function$
    create or replace function audit_added_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
    declare
      who jsonb := audit_origin();
    begin
      if who ? 'bulk' then
        -- An import is one record per statement; each row names its import itself.
        insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_info,
          updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
        select now(), %1$L, %2$L, who->>'bulk', 'Import', count(*) || ' rows',
          (who->>'userId')::bigint, who->>'name', who->>'outletCode', who->>'session', who->>'ip', who->>'requestId'
        from added having count(*) > 0;
      else
        insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_info,
          updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
        select now(), %1$L, %2$L, %5$s, 'Add', jsonb_strip_nulls(jsonb_object(array[%3$s], array[%4$s]))::text,
          (who->>'userId')::bigint, who->>'name', who->>'outletCode', who->>'session', who->>'ip', who->>'requestId'
        from added;
      end if;
      return null;
    end $body$ $function$, title, audit_name(title), names, contents, object_id);
  return 'audit_added_' || title;
end $$;

-- Puts a table under audit, with the columns that it has: calling it again replaces the triggers. Where nothing but ignored
-- columns is set, as with counters, the trigger is not even entered.
create or replace function audit_table(target regclass, key_columns text, ignored_columns text default 'version,updated_at,updated_by_id')
returns void language plpgsql as $$
declare
  told text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = target and attnum > 0 and not attisdropped and attname <> all (string_to_array(ignored_columns, ',')));
begin
  execute format('drop trigger if exists audit_added on %s', target);
  execute format('drop trigger if exists audit_changed on %s', target);
  execute format('drop trigger if exists audit_deleted on %s', target);
  execute format('create trigger audit_added after insert on %s referencing new table as added for each statement execute function %I()', target, audit_addition_of(target, key_columns));
  execute format('create trigger audit_changed after update of %s on %s for each row when (old.* is distinct from new.*) execute function %I(%L, %L)', told, target,
    audit_change_of(target, key_columns, ignored_columns), key_columns, ignored_columns);
  execute format('create trigger audit_deleted after delete on %s for each row execute function audit_delete(%L)', target, key_columns);
end $$;

-- Records that an update came without a Version and so wrote over whatever others had written.
create or replace function audit_without_version(target text, id text, present integer) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_field_name, previous_info, updated_info,
    updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  select now(), target, audit_name(target), id, 'Update', 'Version', present::text, 'No version was sent',
    (who->>'userId')::bigint, who->>'name', who->>'outletCode', who->>'session', who->>'ip', who->>'requestId'
  from audit_origin() who
$$;

-- A RECORD THAT PEOPLE WORK ON is known by its columns: one key, a status, a version, and when it was made and last changed. Each
-- is under audit, and may be changed by the application but not deleted (db/sql/rights.sql), unless something else is said of it.
create or replace function record_tables() returns table (target regclass, key_column text) language sql stable as $$
  select c.oid::regclass, k.attname::text from pg_class c
  join pg_constraint p on p.conrelid = c.oid and p.contype = 'p' and cardinality(p.conkey) = 1
  join pg_attribute k on k.attrelid = c.oid and k.attnum = p.conkey[1]
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and 4 = (select count(*) from pg_attribute where attrelid = c.oid and not attisdropped and attname in ('status', 'version', 'created_at', 'updated_at'))
$$;

select audit_table(target, key_column) from record_tables();

-- What else is under audit, each area says in its sql/audited.sql; why the rest is not stands in tests/audit.test.ts.
