-- REVIEWS: what was handed over stays with the member until somebody at head office decides otherwise.

-- Asks head office to look at a reward that was claimed or collected; once, also where it was kept for the same cause before.
create or replace function review_reward(reference text, why text, invoice text, at timestamptz) returns void language sql as $$
  insert into reward_review (reference_code, cause, invoice_no, created_at)
  select reference, why, invoice, at
  where not exists (select from reward_review before
    where before.reference_code = reference and before.cause = why and before.invoice_no is not distinct from invoice and before.status = 'Kept')
  on conflict (reference_code) where status = 'Open' do nothing
$$;

-- What is open about a reward is done with: its claim or its collection was cancelled.
create or replace function close_review(reference text, why text, source jsonb) returns void language sql as $$
  update reward_review set status = 'Undone', reason = why, decided_by_id = (source->>'CreatedById')::bigint, decided_by = source->>'UserName',
    decided_at = (source->>'At')::timestamptz, version = version + 1
  where reference_code = reference and status = 'Open'
$$;

-- The purchase that a reward was handed over for does not stand any more: all of it came back, too little of it is left, or it is
-- another customer's. Anyone who returned it holds the lock of its member, so a claim that is made meanwhile comes before or after.
create or replace function customer_rewards_on_sale_returned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  returned record;
  unassigned boolean;
begin
  if not exists (select from customer_reward where invoice_no = sale.invoice_no and status in ('Claimed', 'Collected')) then return; end if;
  select * into returned from returned_of_sale(sale);
  select membership_no is null and sale.membership_no is not null into unassigned from transaction_summary where transaction_id = sale.transaction_id;
  perform review_reward(held.reference_code, case when unassigned then 'Sale unassigned' else 'Sale cancelled' end, sale.invoice_no,
    coalesce((source->>'Now')::timestamptz, now()))
  from customer_reward held
  where held.invoice_no = sale.invoice_no and held.status in ('Claimed', 'Collected')
    and (unassigned or returned.everything or sale.net_amount - returned.net < held.minimum_spend)
  order by held.reference_code;
end $$;
