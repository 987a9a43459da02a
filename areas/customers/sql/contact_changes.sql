-- The time of the unconfirmed self-service change of e-mail or phone for which a customer's redemptions wait.
-- Returns null if redemptions do not wait.
create or replace function contact_changed_at(of_customer bigint, at timestamptz) returns timestamptz language sql stable as $$
  select changed_at from contact_change
  where customer_id = of_customer and confirmed_at is null and held_until > at
  order by changed_at desc limit 1
$$;
