-- The hash chain of the audit logs (decision 134).
-- The digest of an entry contains its user, time and record in plain text.
-- The digest contains the values only with a salt, so that the values can be erased while the digest remains.

-- The text forms of values are independent of the session's time zone and language.
create or replace function audit_moment(moment timestamptz) returns bigint language sql immutable parallel safe as $$
  select (extract(epoch from moment) * 1000000)::bigint
$$;
create or replace function audit_known(entry audit_record) returns text language sql stable parallel safe as $$
  select jsonb_build_array('audit_record', entry.audit_record_id, audit_moment(entry.audited_at), entry.table_name, entry.object_type, entry.object_id,
    entry.action_type, entry.updated_field_name, entry.updated_by_id, entry.updated_by, entry.outlet_code, entry.session_id, entry.source_ip,
    entry.request_id)::text
$$;
create or replace function audit_known(entry audit_log) returns text language sql stable parallel safe as $$
  select jsonb_build_array('audit_log', entry.audit_log_id, audit_moment(entry.logged_at), entry.action_type, entry.object_type, entry.object_id,
    entry.updated_by_id, entry.updated_by, entry.outlet_code, entry.session_id, entry.source_ip, entry.request_id)::text
$$;
create or replace function audit_values(entry audit_record) returns text language sql stable parallel safe as $$
  select jsonb_build_array(entry.previous_info, entry.updated_info)::text
$$;
create or replace function audit_values(entry audit_log) returns text language sql stable parallel safe as $$
  select jsonb_build_array(entry.log_text)::text
$$;
-- The first digest covers the values and their salt, the second one the plain part and the first digest.
create or replace function audit_value_digest(salt bytea, content text) returns bytea language sql immutable parallel safe as $$
  select sha256(salt || convert_to(content, 'UTF8'))
$$;
create or replace function audit_leaf(known text, value_digest bytea) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(known, 'UTF8') || value_digest)
$$;
create or replace function audit_seal_hash(before bytea, number bigint, log text, sealed_at timestamptz, entries bigint, digest bytea)
returns bytea language sql stable parallel safe as $$
  select sha256(before || convert_to(jsonb_build_array(number, log, audit_moment(sealed_at), entries)::text, 'UTF8') || digest)
$$;

-- The key of the advisory lock under which audit entries are sealed.
create or replace function audit_seal_lock() returns bigint language sql immutable as $$ select 4703120::bigint $$;

-- Seals new audit entries, at most `most` ids per call, and returns the number of processed ids. Never blocks writers.
-- Up to the id `settled_to` no new audit entry can appear. Entries of long transactions above it are sealed later.
create or replace function seal_audit_log(source text, most integer) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mark audit_seal_mark;
  last_number bigint;
  upto bigint;
  number bigint;
  before bytea;
  moment timestamptz := clock_timestamp();
  sealed bigint;
  id_column text := source || '_id';
  time_column text := case source when 'audit_record' then 'audited_at' else 'logged_at' end;
begin
  select * into mark from audit_seal_mark where log = source for update;
  -- Transactions that began before pending_at have ended, so ids up to pending_to are either committed or never used.
  if mark.pending_at is not null and not exists (
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start <= mark.pending_at
  ) then
    mark.settled_to := greatest(mark.settled_to, mark.pending_to);
    mark.pending_at := null;
  end if;
  execute format('select case when is_called then last_value else 0 end from %s', pg_get_serial_sequence(source, id_column)) into last_number;
  if mark.pending_at is null and last_number > mark.settled_to then
    mark.pending_to := last_number;
    mark.pending_at := clock_timestamp();
  end if;
  upto := least(last_number, mark.reached + most);

  select seal_no, hash into number, before from audit_seal order by seal_no desc limit 1;
  number := coalesce(number, 0) + 1;
  before := coalesce(before, sha256('carat'));
  execute format($q$
    with entry as materialized (
      select e.%1$I as id, e.%2$I as at, audit_known(e) as known, audit_values(e) as content, uuid_send(gen_random_uuid()) as salt
      from %3$I e where e.%1$I > $1 and e.%1$I <= $2
        and e.%1$I not in (select unnest(s.ids) from audit_seal s where s.log = %3$L and s.last_id > $1)
    ),
    leaf as materialized (select id, at, salt, audit_leaf(known, audit_value_digest(salt, content)) as leaf from entry),
    whole as (
      select array_agg(id order by id) as ids, min(id) as first_id, max(id) as last_id, min(at) as first_at, max(at) as last_at,
        string_agg(salt, '' order by id) as salts, string_agg(substr(leaf, 1, 8), '' order by id) as marks,
        sha256(string_agg(leaf, '' order by id)) as digest, count(*) as entries
      from leaf having count(*) > 0
    )
    insert into audit_seal (seal_no, log, sealed_at, ids, first_id, last_id, first_at, last_at, salts, marks, digest, hash)
    select $3, %3$L, $4, ids, first_id, last_id, first_at, last_at, salts, marks, digest, audit_seal_hash($5, $3, %3$L, $4, entries, digest) from whole
  $q$, id_column, time_column, source) using mark.sealed_to, upto, number, moment, before;
  get diagnostics sealed = row_count;
  update audit_seal_mark set sealed_to = least(upto, mark.settled_to), settled_to = mark.settled_to, reached = greatest(upto, mark.reached),
    pending_to = mark.pending_to, pending_at = mark.pending_at
  where log = source;
  return sealed + greatest(upto - mark.reached, 0);
end $$;

-- Seals the entries of both audit logs once. Returns 0 while another process seals.
create or replace function seal_audit(most integer default 1000) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(audit_seal_lock()) then return 0; end if;
  return seal_audit_log('audit_record', most) + seal_audit_log('audit_log', most);
end $$;

-- Stores the last hash of yesterday, once per day. Returns the hash only if this call stored it.
create or replace function note_audit_head(today date) returns table (day date, seal_no bigint, hash text)
language sql security definer set search_path = public, pg_temp as $$
  insert into audit_head (day, seal_no, hash)
  select today - 1, s.seal_no, s.hash from audit_seal s where s.sealed_at < (today::timestamp at time zone business_zone()) order by s.seal_no desc limit 1
  on conflict do nothing
  returning audit_head.day, audit_head.seal_no, encode(audit_head.hash, 'hex')
$$;

-- This function is the only one that erases the values of audit entries.
-- Clears the values and salts of the given entries and stores the digests of the erased values.
-- Adds an audit record with a digest of the erased entries.
create or replace function erase_audit_values(about_type text, about_id text, records bigint[], texts bigint[], note jsonb)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin jsonb := audit_origin();
  erasure bigint;
  number bigint;
  erased_digest bytea;
  touched bigint;
begin
  -- The lock prevents sealing during the erasure.
  perform pg_advisory_xact_lock(audit_seal_lock());
  insert into audit_erasure (object_type, object_id, entries, digest) values (about_type, about_id, 0, '') returning erasure_id into erasure;
  insert into audit_erased_value (log, entry_id, seal_no, digest, erasure_id)
  select s.log, e.id, s.seal_no, audit_value_digest(substr(s.salts, place * 16 - 15, 16), e.content), erasure
  from (
    select 'audit_record' as log, r.audit_record_id as id, audit_values(r) as content from audit_record r
    where r.audit_record_id = any (records) and r.action_type <> 'Erase' and num_nonnulls(r.previous_info, r.updated_info) > 0
    union all
    select 'audit_log', l.audit_log_id, audit_values(l) from audit_log l where l.audit_log_id = any (texts) and l.log_text <> '•••'
  ) e
  join audit_seal s on s.log = e.log and s.last_id >= e.id and s.first_id <= e.id and e.id = any (s.ids)
  cross join lateral (select array_position(s.ids, e.id)) p (place)
  on conflict do nothing;
  for number in select distinct v.seal_no from audit_erased_value v where v.erasure_id = erasure loop
    update audit_seal s set salts = (
      select string_agg(case when v.entry_id is null then substr(s.salts, (place * 16 - 15)::int, 16) else decode(repeat('00', 16), 'hex') end, '' order by place)
      from unnest(s.ids) with ordinality item (id, place)
      left join audit_erased_value v on v.log = s.log and v.entry_id = item.id)
    where s.seal_no = number;
  end loop;
  update audit_record set previous_info = null, updated_info = null
  where audit_record_id = any (records) and action_type <> 'Erase' and num_nonnulls(previous_info, updated_info) > 0;
  get diagnostics touched = row_count;
  update audit_log set log_text = '•••' where audit_log_id = any (texts) and log_text <> '•••';
  get diagnostics number = row_count;
  touched := touched + number;
  select sha256(coalesce(string_agg(convert_to(v.log || v.entry_id, 'UTF8') || v.digest, '' order by v.log, v.entry_id), '')), count(*)
  into erased_digest, number from audit_erased_value v where v.erasure_id = erasure;
  update audit_erasure set entries = number, digest = erased_digest where erasure_id = erasure;
  insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_info,
    updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  values (now(), 'audit_record', about_type, about_id, 'Erase',
    (jsonb_build_object('ErasureId', erasure, 'Entries', number, 'Digest', encode(erased_digest, 'hex')) || coalesce(note, '{}'))::text,
    (origin->>'userId')::bigint, origin->>'name', origin->>'outletCode', origin->>'session', origin->>'ip', origin->>'requestId');
  return touched;
end $$;

-- Verifies the hash chain and returns every fault with its entry. Reads all entries without locks.
drop function if exists audit_faults();
create function audit_faults() returns table (fault text, log text, entry_id bigint, seal_no bigint, about text)
language plpgsql stable set search_path = public, pg_temp set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  before bytea := sha256('carat');
  expected bigint := 1;
  current_seal audit_seal;
  whole bytea;
  missing bigint;
begin
  for current_seal in select * from audit_seal s order by s.seal_no loop
    if current_seal.seal_no <> expected then
      return query select 'seal missing', null::text, null::bigint, expected, null::text;
    end if;
    if current_seal.hash <> audit_seal_hash(before, current_seal.seal_no, current_seal.log, current_seal.sealed_at, cardinality(current_seal.ids), current_seal.digest) then
      return query select 'seal broken', current_seal.log, null::bigint, current_seal.seal_no, null::text;
    end if;
    before := current_seal.hash;
    expected := current_seal.seal_no + 1;
    -- The entries of detached months are not in the database, so only the chain of their seals is verified.
    if exists (select from audit_detached d where d.log = current_seal.log
      and (to_char(current_seal.first_at at time zone 'UTC', 'YYYY_MM') = d.month or to_char(current_seal.last_at at time zone 'UTC', 'YYYY_MM') = d.month)) then continue; end if;
    return query execute format($q$
      with entry as materialized (
        select item.id, item.place, e.%1$I as found, e.about, v.digest as erased,
          audit_leaf(e.known, coalesce(v.digest, audit_value_digest(substr($2, (item.place * 16 - 15)::int, 16), e.content))) as leaf,
          v.digest is not null and e.content <> case %2$L when 'audit_record' then '[null, null]' else '["•••"]' end as refilled
        from unnest($1) with ordinality item (id, place)
        left join (select e.*, audit_known(e) as known, audit_values(e) as content, e.action_type || ' ' || e.object_type || ' ' || e.object_id as about
          from %2$I e where e.%3$I between $3 and $4 and e.%1$I = any ($1)) e on e.%1$I = item.id
        left join audit_erased_value v on v.log = %2$L and v.entry_id = item.id
      ),
      faulty as (
        select case when found is null then 'entry missing' when refilled then 'entry refilled' else 'entry changed' end as fault, id, about
        from entry where found is null or refilled or substr(leaf, 1, 8) <> substr($5, (place * 8 - 7)::int, 8) order by place
      )
      select fault, %2$L, id, $6, about from faulty
      union all
      select 'seal broken', %2$L, null, $6, null
      where not exists (select from faulty) and (select sha256(string_agg(leaf, '' order by place)) from entry) is distinct from $7
    $q$, current_seal.log || '_id', current_seal.log, case current_seal.log when 'audit_record' then 'audited_at' else 'logged_at' end)
    using current_seal.ids, current_seal.salts, current_seal.first_at, current_seal.last_at, current_seal.marks, current_seal.seal_no, current_seal.digest;
  end loop;

  -- Finds entries that were inserted into the sealed range, and duplicate ids.
  return query
    select 'entry inserted', 'audit_record', r.audit_record_id, null::bigint, r.action_type || ' ' || r.object_type || ' ' || r.object_id
    from audit_record r
    where r.audit_record_id <= (select sealed_to from audit_seal_mark m where m.log = 'audit_record')
      and not exists (select from (select unnest(s.ids) as id from audit_seal s where s.log = 'audit_record') sealed where sealed.id = r.audit_record_id)
    union all
    select 'entry inserted', 'audit_log', l.audit_log_id, null, l.action_type || ' ' || l.object_type || ' ' || l.object_id
    from audit_log l
    where l.audit_log_id <= (select sealed_to from audit_seal_mark m where m.log = 'audit_log')
      and not exists (select from (select unnest(s.ids) as id from audit_seal s where s.log = 'audit_log') sealed where sealed.id = l.audit_log_id);
  return query
    select 'entry inserted', 'audit_record', r.audit_record_id, null::bigint, 'the number occurs twice' from audit_record r group by 3 having count(*) > 1
    union all
    select 'entry inserted', 'audit_log', l.audit_log_id, null, 'the number occurs twice' from audit_log l group by 3 having count(*) > 1;

  -- Finds months that the command did not detach, because it detaches only months older than the retention period.
  return query
    select 'month hidden', d.log, null::bigint, null::bigint, d.month from audit_detached d
    where to_date(d.month, 'YYYY_MM') > d.detached_at - interval '6 years 11 months';

  -- The stored hash of each day must match the seal of that day.
  return query
    select 'head differs', null::text, null::bigint, h.seal_no, h.day::text from audit_head h
    left join audit_seal s on s.seal_no = h.seal_no where s.hash is distinct from h.hash;

  -- The values that were erased must match the erasure that the chain records.
  return query
    select 'erasure differs', null::text, null::bigint, null::bigint, e.object_type || ' ' || e.object_id
    from audit_erasure e
    cross join lateral (
      select count(*) as entries, sha256(coalesce(string_agg(convert_to(v.log || v.entry_id, 'UTF8') || v.digest, '' order by v.log, v.entry_id), '')) as digest
      from audit_erased_value v where v.erasure_id = e.erasure_id) now
    where (now.entries, now.digest) is distinct from (e.entries, e.digest) or not exists (
      select from audit_record r where r.action_type = 'Erase' and r.object_type = e.object_type and r.object_id = e.object_id
        and (r.updated_info::jsonb->>'ErasureId')::bigint = e.erasure_id and r.updated_info::jsonb->>'Digest' = encode(e.digest, 'hex'));
end $$;
