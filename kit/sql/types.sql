-- Composite types that functions share. PostgreSQL has no `create or replace type`.
-- A changed declaration drops the type with the functions that use it; these functions are applied again later.

-- Returns the attributes of a composite type in order, each with its type.
create or replace function type_attributes(of_type regtype) returns text[] language sql stable as $$
  select array_agg(format('%I %s', attname, format_type(atttypid, atttypmod)) order by attnum)
  from pg_attribute join pg_type on typrelid = attrelid where pg_type.oid = of_type and not attisdropped
$$;

-- Creates or replaces a composite type. Refuses if a table column has this type, because its rows need a migration.
create or replace function define_type(name text, attributes text) returns void language plpgsql as $$
declare
  declared text := name || '_declared';
begin
  execute format('create type %I as (%s)', declared, attributes);
  if to_regtype(name) is not null then
    if type_attributes(name::regtype) = type_attributes(declared::regtype) then
      execute format('drop type %I', declared);
      return;
    end if;
    if exists (select from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = name::regtype
        where relkind in ('r', 'p') and not attisdropped and atttypid in (pg_type.oid, typarray)) then
      raise exception 'A table has a column of the type %: change it by a migration', name;
    end if;
    execute format('drop type %I cascade', name);
  end if;
  execute format('alter type %I rename to %I', declared, name);
end $$;
