-- A reward that was handed over stays with the member until head office decides otherwise.

-- Opens a review of a reward that was claimed or collected.
-- Opens no second review, and no review if head office already decided Kept for the same cause.
create or replace function review_reward(reference text, why text, invoice text, at timestamptz) returns void language sql as $$
  insert into reward_review (reference_code, cause, invoice_no, created_at)
  select reference, why, invoice, at
  where not exists (select from reward_review earlier
    where earlier.reference_code = reference and earlier.cause = why and earlier.invoice_no is not distinct from invoice and earlier.status = 'Kept')
  on conflict (reference_code) where status = 'Open' do nothing
$$;

-- Closes the open review of a reward whose claim or collection was cancelled.
create or replace function close_review(reference text, why text, source jsonb) returns void language sql as $$
  update reward_review set status = 'Undone', reason = why, decided_by_id = (source->>'CreatedById')::bigint, decided_by = source->>'UserName',
    decided_at = (source->>'At')::timestamptz, version = version + 1
  where reference_code = reference and status = 'Open'
$$;

-- Opens reviews of the rewards that were handed over for a sale that no longer qualifies.
-- A sale no longer qualifies if it was returned, is below the minimum spend, or was unassigned from the member.
-- The return of the sale locks the member, so a concurrent claim runs entirely before or after the return.
create or replace function customer_rewards_on_sale_returned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  returned record;
  unassigned boolean;
begin
  if not exists (select from customer_reward where invoice_no = sale.invoice_no and status in ('Claimed', 'Collected')) then return; end if;
  select * into returned from returned_of_sale(sale);
  select membership_no is null and sale.membership_no is not null into unassigned from transaction_summary where transaction_id = sale.transaction_id;
  perform review_reward(handed_over.reference_code, case when unassigned then 'Sale unassigned' else 'Sale cancelled' end, sale.invoice_no,
    coalesce((source->>'Now')::timestamptz, now()))
  from customer_reward handed_over
  where handed_over.invoice_no = sale.invoice_no and handed_over.status in ('Claimed', 'Collected')
    and (unassigned or returned.everything or sale.net_amount - returned.net < handed_over.minimum_spend)
  order by handed_over.reference_code;
end $$;
