-- Whether a customer's personal data are being erased: decided requests are then emptied of names, and nothing is copied into the
-- audit log. Only the login of the tables' owner can start an erasure; a call's setting has no effect.
create or replace function erasing() returns boolean language plpgsql stable as $$
begin
  if current_setting('carat.erasing', true) is distinct from 'on' then return false; end if;
  -- The session's user, because the audit triggers run with the rights of the owner.
  return pg_has_role(session_user, (select relowner from pg_class where oid = 'schema_migration'::regclass), 'usage');
end $$;
