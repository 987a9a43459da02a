-- True for fields that contain the name of a customer: without_identity() masks these fields in the audit log.
create or replace function is_personal_name(field text) returns boolean language sql immutable parallel safe as $$
  select coalesce(field ~ '(CustomerName|MemberName)$', false)
$$;
