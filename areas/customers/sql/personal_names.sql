-- True for the fields that contain a customer's name, which without_identity() masks in the audit log.
create or replace function is_personal_name(field text) returns boolean language sql immutable parallel safe as $$
  select coalesce(field ~ '(CustomerName|MemberName)$', false)
$$;
