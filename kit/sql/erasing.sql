-- Whether a customer's personal data are being erased: what was decided is then emptied of names, and nothing of it is copied into the
-- audit log. The application's role can't say so of itself.
create or replace function erasing() returns boolean language sql stable as $$
  select coalesce(current_setting('carat.erasing', true), '') = 'on' and current_user <> 'carat_app'
$$;
