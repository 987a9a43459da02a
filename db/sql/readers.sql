-- Rights of the reader roles of analysts: carat_reader reads the views of reporting_v1 without amounts, carat_reader_amounts those with amounts.
-- The command `reader` calls the function again, because a restored or copied database lacks the rights on the database itself.

create or replace function grant_reader_rights() returns void language plpgsql as $$
declare
  reader text;
  view_name text;
begin
  -- PUBLIC includes the readers, who otherwise could call functions of the application and create temporary tables.
  revoke usage on schema public from public;
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to carat_app', current_database());
  for reader in select rolname from pg_roles where rolname in ('carat_reader', 'carat_reader_amounts') loop
    execute format('grant usage on schema reporting_v1 to %I', reader);
    for view_name in select relname from pg_class where relnamespace = 'reporting_v1'::regnamespace and relkind = 'v' loop
      execute format('revoke all on reporting_v1.%I from %I', view_name, reader);
      if (reader = 'carat_reader_amounts') = (view_name like '%\_amounts') then
        execute format('grant select on reporting_v1.%I to %I', view_name, reader);
      end if;
    end loop;
  end loop;
end $$;

select grant_reader_rights();
