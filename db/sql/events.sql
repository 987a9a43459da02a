-- Written by `npm run generate` from the events that areas declare and the handlers in their server.ts.

-- A customer reward expired; its points are refunded if the settings say so.
create or replace function customer_reward_expired(held_reward customer_reward, source jsonb) returns void language plpgsql as $$
begin
  perform messages_on_customer_reward_expired(held_reward, source);
end $$;

-- A member received an automatic reward: for becoming a Premium member, for a birthday, or for a referral.
create or replace function customer_reward_given(held_reward customer_reward, source jsonb) returns void language plpgsql as $$
begin
  perform messages_on_customer_reward_given(held_reward, source);
end $$;

-- Points are about to be redeemed for an invoice.
create or replace function invoice_redeeming(invoice text, source jsonb) returns void language plpgsql as $$
begin
  perform sales_on_invoice_redeeming(invoice, source);
end $$;

-- The base points of a sale were calculated, for an award or a preview; handlers return bonus points.
create or replace function sale_bonuses(sale transaction_summary, lines transaction_detail[], source jsonb, entering boolean) returns setof sale_bonus language plpgsql as $$
begin
  return query select * from campaigns_on_sale_bonuses(sale, lines, source, entering);
end $$;

-- The points of a sale were awarded.
create or replace function sale_earned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform levels_on_sale_earned(sale, source);
  perform campaigns_on_sale_earned(sale, source);
end $$;

-- A sale is linked to its member, before points are awarded and before a balance is locked.
create or replace function sale_received(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform referrals_on_sale_received(sale, source);
  perform tasks_on_sale_received(sale, source);
  perform campaigns_on_sale_received(sale, source);
  perform feedback_on_sale_received(sale, source);
end $$;

-- A sale was returned in whole or in part, and its points were reversed.
create or replace function sale_returned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform customer_rewards_on_sale_returned(sale, source);
  perform referrals_on_sale_returned(sale, source);
  perform levels_on_sale_returned(sale, source);
  perform tasks_on_sale_returned(sale, source);
  perform campaigns_on_sale_returned(sale, source);
  perform occasions_on_sale_returned(sale, source);
end $$;

-- A sale is about to be returned in whole or in part; handlers lock the rows that depend on it.
create or replace function sale_returning(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform referrals_on_sale_returning(sale, source);
end $$;
