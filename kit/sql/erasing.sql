-- True during an erasure of personal data: decided requests may be changed, and the audit log copies nothing.
-- Only the login that owns the tables can start an erasure; the setting has no effect in calls.
create or replace function erasing() returns boolean language plpgsql stable as $$
begin
  if current_setting('carat.erasing', true) is distinct from 'on' then return false; end if;
  -- Checks session_user, because the audit triggers run as the owner of the tables.
  return pg_has_role(session_user, (select relowner from pg_class where oid = 'schema_migration'::regclass), 'usage');
end $$;
