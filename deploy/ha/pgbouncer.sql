-- The login with which PgBouncer reads passwords. Once, as a superuser of the database carat, with a password in place of '…'.
create role pgbouncer login password '…';
create schema pgbouncer authorization pgbouncer;
create function pgbouncer.user_lookup(name text, out username text, out password text) returns record
  language sql security definer set search_path = pg_catalog
  as $$ select rolname, rolpassword from pg_authid where rolname = $1 and rolcanlogin and not rolsuper $$;
revoke all on function pgbouncer.user_lookup from public;
grant execute on function pgbouncer.user_lookup to pgbouncer;
