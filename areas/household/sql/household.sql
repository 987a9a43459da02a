-- The household of a customer, and the customer behind a staff account.

-- Returns the customers who are linked to a customer in either direction.
create or replace function relatives_of(id bigint) returns setof bigint language sql stable as $$
  select case when customer_id = id then relative_id else customer_id end from household_link
  where status = 'Active' and id in (customer_id, relative_id)
$$;

-- True if the customer is the person behind the account.
-- The staff record of the account names the customer, or has the same phone or e-mail.
create or replace function is_own_person(account bigint, customer bigint) returns boolean language sql stable as $$
  select exists (
    select from user_account person
    join staff on staff.staff_id = person.staff_id
    join customer own on own.customer_id = $2
    where person.user_id = account and (
      surviving_customer(staff.own_customer_id) = own.customer_id
      or regexp_replace(staff.contact_no, '\D', '', 'g') in (regexp_replace(own.contact_no, '\D', '', 'g'), regexp_replace(own.alternate_contact_no, '\D', '', 'g'))
      or lower(staff.email) = lower(own.email)))
$$;

-- True if the customer is the account's own person or a relative. The account may serve neither of them.
create or replace function is_own_customer(account bigint, customer bigint) returns boolean language sql stable as $$
  select is_own_person(account, customer) or exists (select from relatives_of(customer) relative where is_own_person(account, relative))
$$;
