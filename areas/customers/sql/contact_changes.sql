-- The time since which redemptions of a customer wait, because e-mail or phone were changed by self-service and staff have not confirmed
-- the person since; null if they do not wait.
create or replace function contact_changed_at(of_customer bigint, at timestamptz) returns timestamptz language sql stable as $$
  select changed_at from contact_change
  where customer_id = of_customer and confirmed_at is null and held_until > at
  order by changed_at desc limit 1
$$;
