-- The time of the self-service change of e-mail or phone that blocks a customer's redemptions; null if none does.
create or replace function contact_changed_at(of_customer bigint, at timestamptz) returns timestamptz language sql stable as $$
  select changed_at from contact_change
  where customer_id = of_customer and confirmed_at is null and held_until > at
  order by changed_at desc limit 1
$$;
