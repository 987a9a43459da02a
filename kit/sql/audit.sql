-- Field-level audit: one record per added row, per changed field and per deleted row.
-- The functions run with the rights of their owner, because the application role may not write to the audit log.

-- Names, identity numbers, phone numbers and e-mail addresses must not enter the audit log inside other values.
-- Such values are the first rows of an uploaded file, the search terms of an export, or a saved filter.

-- Masks personal data in a JSON document: personal fields by their name, free text by its form.
-- Areas add further field names in is_personal_name().
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
        -- Masks nine or more digits with any separators, except dates and times.
        when document #>> '{}' ~ '^\s*\+?[0-9](?:[ ()./-]*[0-9]){8,}\s*$' and document #>> '{}' !~ '^\s*[12][0-9]{3}-[0-9]{2}-[0-9]{2}' then to_jsonb('•••'::text)
        else document end;
    else
      return document;
  end case;
end $$;

-- Returns how to mask a field: 'secret' hides the value, 'identity' masks personal data in JSON, null masks nothing.
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

-- Returns the author and source of a change. Work without an origin has the name of its connection as author.
create or replace function audit_origin() returns jsonb language sql stable as $$
  select jsonb_build_object('name', coalesce(nullif(current_setting('application_name', true), ''), current_user))
    || coalesce(nullif(current_setting('carat.origin', true), ''), '{}')::jsonb
$$;

create or replace function audit_object_id(record jsonb, key_columns text) returns text language sql immutable as $$
  select string_agg(record->>key, '/') from unnest(string_to_array(key_columns, ',')) key
$$;

-- Converts a table name to the spelling of the contract: 'list_item' → 'ListItem'.
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

-- Lists the columns of a table with an SQL expression for their text form, which equals that of jsonb.
create or replace function audit_fields(target regclass) returns table (field text, place int, content text) language sql stable as $$
  select attname::text, attnum::int, case
    when atttypid = any ('{text,bigint,integer,smallint,numeric,boolean,uuid}'::regtype[]) then format('%%1$s.%I::text', attname)
    else format($q$to_jsonb(%%1$s.%I) #>> '{}'$q$, attname) end
  from pg_attribute where attrelid = target and attnum > 0 and not attisdropped
$$;

-- Generates the trigger function for changed rows, which writes one record per changed field.
-- Each table has its own function, because converting both rows to jsonb would be the slowest part of most changes.
create or replace function audit_change_of(target regclass, key_columns text, ignored_columns text) returns text language plpgsql as $$
declare
  title text := (select relname from pg_class where oid = target);
  keys text[] := string_to_array(key_columns, ',');
  has_custom_values boolean;
  plain text;
  masked text;
  object_id text;
begin
  select coalesce(bool_or(field = 'custom_values'), false),
    string_agg(format('(%L, %s, %s)', audit_name(field), format(content, 'old'), format(content, 'new')), ', ' order by place) filter (where audit_mask(field) is null and audited),
    string_agg(format('union all select %1$L, audit_masked(%2$L, %3$s), audit_masked(%2$L, %4$s) where %3$s is distinct from %4$s%5$s', audit_name(field), field,
      format(content, 'old'), format(content, 'new'), case field when 'custom_values' then ' and not by_code' end), ' ' order by place) filter (where audit_mask(field) is not null and audited),
    string_agg(format(content, 'new'), $q$ || '/' || $q$ order by array_position(keys, field)) filter (where field = any (keys))
  into has_custom_values, plain, masked, object_id
  from (select *, field <> all (string_to_array(ignored_columns, ',')) as audited from audit_fields(target)) fields;
  execute format($function$
    create or replace function audit_changed_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
    declare
      actor_origin jsonb := audit_origin();
      -- Custom fields are stored in one JSON document, but each has an audit record of its own.
      by_code boolean := %6$s;
    begin
      -- Erasures and bulk changes have their own audit records. Erased values must not be copied into the log.
      if actor_origin ? 'bulk' or erasing() then return null; end if;
      insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_field_name, previous_info, updated_info,
        updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
      select now(), %1$L, %2$L, %3$s, 'Update', field, before, after,
        actor.id, actor.name, actor.outlet, actor.session, actor.ip, actor.request
      from (
        select * from (values %4$s) plain (field, before, after) where before is distinct from after %5$s %7$s
      ) changed, (
        select (actor_origin->>'userId')::bigint as id, actor_origin->>'name' as name, actor_origin->>'outletCode' as outlet, actor_origin->>'session' as session, actor_origin->>'ip' as ip,
          actor_origin->>'requestId' as request offset 0
      ) actor;
      return null;
    end $body$ $function$, title, audit_name(title), object_id, plain, masked,
    case when has_custom_values then $q$jsonb_typeof(old.custom_values) = 'object' and jsonb_typeof(new.custom_values) = 'object'$q$ else 'false' end,
    case when has_custom_values then $q$
        union all select 'CustomValues.' || code, without_identity(old.custom_values->code) #>> '{}', without_identity(new.custom_values->code) #>> '{}'
        from jsonb_object_keys(case when by_code and old.custom_values <> new.custom_values then old.custom_values || new.custom_values else '{}' end) code
        where old.custom_values->code is distinct from new.custom_values->code$q$ end);
  return 'audit_changed_' || title;
end $$;

-- Generates the trigger function for added rows.
-- A function per table takes half the time of a generic function, which matters for sales with several rows.
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
      actor_origin jsonb := audit_origin();
    begin
      if actor_origin ? 'bulk' then
        -- Bulk work has one record per statement. Imported rows refer to their import.
        insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_info,
          updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
        select now(), %1$L, %2$L, actor_origin->>'bulk', 'Import', count(*) || ' rows',
          (actor_origin->>'userId')::bigint, actor_origin->>'name', actor_origin->>'outletCode', actor_origin->>'session', actor_origin->>'ip', actor_origin->>'requestId'
        from added having count(*) > 0;
      else
        insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_info,
          updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
        select now(), %1$L, %2$L, %5$s, 'Add', jsonb_strip_nulls(jsonb_object(array[%3$s], array[%4$s]))::text,
          (actor_origin->>'userId')::bigint, actor_origin->>'name', actor_origin->>'outletCode', actor_origin->>'session', actor_origin->>'ip', actor_origin->>'requestId'
        from added;
      end if;
      return null;
    end $body$ $function$, title, audit_name(title), names, contents, object_id);
  return 'audit_added_' || title;
end $$;

-- Replaces a trigger if its definition, in the form of pg_get_triggerdef(), has changed.
-- The replacement locks the table against all calls, and during an upgrade it would be done for all audited tables.
create or replace function replace_trigger(target regclass, trigger_name text, definition text) returns void language plpgsql as $$
declare
  statement text := format('CREATE TRIGGER %I %s', trigger_name, definition);
begin
  if exists (select from pg_trigger where tgrelid = target and tgname = trigger_name and pg_get_triggerdef(oid) = statement) then return; end if;
  execute format('drop trigger if exists %I on %s', trigger_name, target);
  execute statement;
end $$;

-- Puts a table under audit with its current columns. A repeated call replaces the triggers that differ.
-- The change trigger does not fire if an update sets only ignored columns, such as counters.
create or replace function audit_table(target regclass, key_columns text, ignored_columns text default 'version,updated_at,updated_by_id')
returns void language plpgsql as $$
declare
  audited_columns text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = target and attnum > 0 and not attisdropped and attname <> all (string_to_array(ignored_columns, ',')));
  table_name text := (select format('%s.%I', relnamespace::regnamespace, relname) from pg_class where oid = target);
begin
  perform replace_trigger(target, 'audit_added', format('AFTER INSERT ON %s REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    table_name, audit_addition_of(target, key_columns)));
  perform replace_trigger(target, 'audit_changed', format('AFTER UPDATE OF %s ON %s FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION %I(%L, %L)',
    audited_columns, table_name, audit_change_of(target, key_columns, ignored_columns), key_columns, ignored_columns));
  perform replace_trigger(target, 'audit_deleted', format('AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION audit_delete(%L)', table_name, key_columns));
end $$;

-- Records an update without a Version, which may have overwritten changes of other users.
create or replace function audit_without_version(target text, id text, present integer) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_field_name, previous_info, updated_info,
    updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  select now(), target, audit_name(target), id, 'Update', 'Version', present::text, 'No version was sent',
    (actor_origin->>'userId')::bigint, actor_origin->>'name', actor_origin->>'outletCode', actor_origin->>'session', actor_origin->>'ip', actor_origin->>'requestId'
  from audit_origin() actor_origin
$$;

-- Returns the tables of records that users edit: a single key, status, version, created_at and updated_at.
-- These tables are audited, and the application may update but not delete their rows (db/sql/rights.sql).
create or replace function record_tables() returns table (target regclass, key_column text) language sql stable as $$
  select c.oid::regclass, k.attname::text from pg_class c
  join pg_constraint p on p.conrelid = c.oid and p.contype = 'p' and cardinality(p.conkey) = 1
  join pg_attribute k on k.attrelid = c.oid and k.attnum = p.conkey[1]
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and 4 = (select count(*) from pg_attribute where attrelid = c.oid and not attisdropped and attname in ('status', 'version', 'created_at', 'updated_at'))
$$;

-- Puts all record tables under audit. A table for which an area ignores other columns keeps them until the file of the area is applied.
create or replace function audit_record_tables() returns void language sql as $$
  select audit_table(target, key_column, coalesce(
    (select split_part(encode(tgargs, 'escape'), '\000', 2) from pg_trigger where tgrelid = target and tgname = 'audit_changed'),
    'version,updated_at,updated_by_id')) from record_tables()
$$;
select audit_record_tables();

-- Areas declare further audited tables in sql/audited.sql. tests/audit.test.ts lists the tables without audit and why.
