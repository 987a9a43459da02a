-- The reporting schema of analysts, its two reader roles, and the business zone that its views use.

create schema reporting_v1;

-- A session of an analyst does not set the business zone. The server writes the zone when it starts.
create table business_zone (
  one_row boolean primary key default true check (one_row),
  zone text not null
);
insert into business_zone (zone) values ('Asia/Kuala_Lumpur');

-- Roles belong to the cluster: another database may have created them, and an owner without CREATEROLE cannot.
-- The command `reader` reports missing roles.
do $$
declare
  reader text;
begin
  foreach reader in array array['carat_reader', 'carat_reader_amounts'] loop
    begin
      execute format('create role %I nologin', reader);
    exception when duplicate_object or unique_violation or insufficient_privilege then null;
    end;
  end loop;
end $$;
