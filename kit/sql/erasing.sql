-- True during an erasure of personal data: decided requests may then be changed, and nothing is copied into the audit log. Only the
-- login of the tables' owner can start an erasure; the setting has no effect in calls.
create or replace function erasing() returns boolean language plpgsql stable as $$
begin
  if current_setting('carat.erasing', true) is distinct from 'on' then return false; end if;
  -- session_user, because the audit triggers run as the owner.
  return pg_has_role(session_user, (select relowner from pg_class where oid = 'schema_migration'::regclass), 'usage');
end $$;
