-- What servers of the last release (0.3.0) need while an upgrade replaces them one after the other.
-- The next release drops all of it, and the column user_account.till_outlet_code.

create or replace function preview_sale_line(invoice text, number integer, input jsonb, outlet text) returns bigint language sql stable as $$
  select preview_sale_line(invoice, number, input, case when outlet is not null then jsonb_build_array(outlet) end)
$$;
comment on function preview_sale_line(text, integer, jsonb, text) is 'for servers of the last release';

-- A server of 0.3.0 binds a system account by till_outlet_code, a later one by the rows of user_outlet.
create or replace function bind_till_outlet() returns trigger language plpgsql as $$
begin
  -- An old server knows one outlet. Without an outlet it would accept sales of all.
  update user_account set till_outlet_code = (select min(outlet_code) from user_outlet o where o.user_id = coalesce(new.user_id, old.user_id))
  where user_id = coalesce(new.user_id, old.user_id) and kind = 'System';
  return null;
end $$;
create or replace trigger till_outlet_bound after insert or update or delete on user_outlet for each row
  when (pg_trigger_depth() = 0) execute function bind_till_outlet();

create or replace function bind_outlets() returns trigger language plpgsql as $$
begin
  delete from user_outlet where user_id = new.user_id;
  insert into user_outlet (user_id, outlet_code) select new.user_id, new.till_outlet_code where new.till_outlet_code is not null;
  return null;
end $$;
create or replace trigger outlets_bound after update of till_outlet_code on user_account for each row
  when (pg_trigger_depth() = 0 and old.till_outlet_code is distinct from new.till_outlet_code) execute function bind_outlets();
create or replace trigger outlets_bound_at_start after insert on user_account for each row
  when (pg_trigger_depth() = 0 and new.till_outlet_code is not null) execute function bind_outlets();
