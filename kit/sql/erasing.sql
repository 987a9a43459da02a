-- Whether a customer's personal data are being erased: what was decided is then emptied of names, and nothing of it is copied into the
-- audit log. Only who may act as the owner can say so: neither carat_app nor a login that may become it.
create or replace function erasing() returns boolean language sql stable as $$
  select coalesce(current_setting('carat.erasing', true), '') = 'on' 
    and pg_has_role(current_user, (select relowner from pg_class where oid = 'schema_migration'::regclass), 'usage')
$$;
