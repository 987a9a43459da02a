-- Written by `npm run generate` from the events that areas declare and the handlers they bring in their server.ts.

-- What a member held has ended, its points are back.
create or replace function customer_reward_expired(held customer_reward, source jsonb) returns void language plpgsql as $$
begin
  perform messages_on_customer_reward_expired(held, source);
end $$;

-- The company gave a member a reward by itself: as a new premium member, for a birthday, for a friend.
create or replace function customer_reward_given(held customer_reward, source jsonb) returns void language plpgsql as $$
begin
  perform messages_on_customer_reward_given(held, source);
end $$;

-- Points are about to pay for an invoice.
create or replace function invoice_redeeming(invoice text, source jsonb) returns void language plpgsql as $$
begin
  perform sales_on_invoice_redeeming(invoice, source);
end $$;

-- Its points are known, and are about to be given or shown: what is added to them.
create or replace function sale_bonuses(sale transaction_summary, lines transaction_detail[], source jsonb, entering boolean) returns setof sale_bonus language plpgsql as $$
begin
  return query select * from campaigns_on_sale_bonuses(sale, lines, source, entering);
end $$;

-- Its points have been given.
create or replace function sale_earned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform levels_on_sale_earned(sale, source);
  perform campaigns_on_sale_earned(sale, source);
end $$;

-- A sale counts as its member’s; no points are given and no balance is locked yet.
create or replace function sale_received(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform referrals_on_sale_received(sale, source);
  perform tasks_on_sale_received(sale, source);
  perform campaigns_on_sale_received(sale, source);
  perform feedback_on_sale_received(sale, source);
end $$;

-- It was taken back, and its points with it.
create or replace function sale_returned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform customer_rewards_on_sale_returned(sale, source);
  perform referrals_on_sale_returned(sale, source);
  perform levels_on_sale_returned(sale, source);
  perform tasks_on_sale_returned(sale, source);
  perform campaigns_on_sale_returned(sale, source);
  perform occasions_on_sale_returned(sale, source);
end $$;

-- Something of a sale will be taken back: the place to lock what rests on it.
create or replace function sale_returning(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform referrals_on_sale_returning(sale, source);
end $$;
