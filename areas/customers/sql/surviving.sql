-- Returns the number of the surviving membership, to which the given membership was merged.
create or replace function surviving_membership(number text) returns text language sql stable parallel safe as $$
  with recursive trail as (
    select membership_no, status, merged_into_membership_no, 1 as step from membership where membership_no = number
    union all
    select next.membership_no, next.status, next.merged_into_membership_no, step + 1
    from trail join membership next on next.membership_no = trail.merged_into_membership_no where trail.status = 'Merged' and step < 50
  )
  select membership_no from trail order by step desc limit 1
$$;

-- Returns the id of the surviving customer, into whom the given customer was merged.
create or replace function surviving_customer(id bigint) returns bigint language sql stable parallel safe as $$
  with recursive trail as (
    select customer_id, status, merged_into_customer_id, 1 as step from customer where customer_id = id
    union all
    select next.customer_id, next.status, next.merged_into_customer_id, step + 1
    from trail join customer next on next.customer_id = trail.merged_into_customer_id where trail.status = 'Merged' and step < 50
  )
  select customer_id from trail order by step desc limit 1
$$;
