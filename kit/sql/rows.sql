-- Row-level access (kit/server/rows.ts). The check is sent together with BEGIN.
-- The check fails the transaction if the caller has no access to a named row. The message is the index of the check.

create or replace function row_check(question integer, refused boolean) returns void language plpgsql as $$
begin
  if refused then
    raise exception '%', question using errcode = 'CR403';
  end if;
end $$;

-- True if the session looked the customer up and its access to the customer has not expired.
create or replace function has_looked_up(session bigint, customer bigint, at timestamptz) returns boolean language sql stable parallel safe as $$
  select exists (select from customer_access a where a.session_id = session and a.customer_id = customer and a.ends_at > at)
$$;

-- Gives a session access to customers of other outlets.
-- Returns false and gives no access if this would exceed the hourly limit of the account over all its sessions.
create or replace function open_customers(session bigint, account bigint, customers bigint[], way text, at timestamptz, minutes integer, most integer)
returns boolean language plpgsql as $$
begin
  -- Serialises the look-ups of one account, so that concurrent look-ups cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtextextended('customer access ' || account, 0));
  if (
    select count(distinct customer_id) from (
      select a.customer_id from customer_access a where a.user_id = account and a.opened_at > at - interval '1 hour'
      union all select unnest(customers)) opened
  ) > most then
    return false;
  end if;
  insert into customer_access as a (session_id, customer_id, user_id, way, opened_at, ends_at)
  select session, customer, account, way, at, at + make_interval(mins => minutes) from unnest(customers) customer
  on conflict (session_id, customer_id) do update set way = excluded.way, opened_at = excluded.opened_at, ends_at = excluded.ends_at;
  return true;
end $$;
