-- DECISIONS ON MANUAL SALES ABOVE THE LIMIT. An approved sale earns points by the rules of its business date.
-- A rejected or withdrawn sale never gets a member.

drop function if exists approve_sale(bigint, jsonb), assign_sale(bigint, text, jsonb);

-- The field `waits_for` is the member's number if a second person has to approve the sale; otherwise null.
select define_type('assigned_sale', 'archived_customer_id bigint, waits_for text, total numeric');

-- Locks a sale that awaits approval; rejects a decision by the account that entered it or by its customer.
create or replace function sale_to_decide(id bigint, account bigint) returns transaction_summary language plpgsql as $$
declare
  sale transaction_summary;
begin
  select * into sale from transaction_summary where transaction_id = id for update;
  if sale.approval_status is distinct from 'Pending' then perform refuse_sale('notWaiting', jsonb_build_object('InvoiceNo', sale.invoice_no)); end if;
  if account is not null and (sale.created_by_id = account or is_own_customer(account,
      (select customer_id from membership where membership_no = surviving_membership(sale.claimed_membership_no)))) then
    perform refuse_sale('ownSale');
  end if;
  return sale;
end $$;

-- Approves a manual sale and credits its points. Returns the customer's id if the customer is archived, else null.
create or replace function approve_sale(id bigint, source jsonb) returns bigint language plpgsql as $$
declare
  sale transaction_summary := sale_to_decide(id, (source->>'DeciderId')::bigint);
  member membership := lock_sale_member(sale.claimed_membership_no);
  archived bigint;
begin
  update transaction_summary set membership_no = member.membership_no, customer_id = member.customer_id, claimed_membership_no = null, claimed_points = 0,
    approval_status = 'Approved'
  where transaction_id = id returning * into sale;
  archived := begin_to_count(sale, source);
  perform earn_sale(id, source - 'DeciderId');
  return archived;
end $$;

create or replace function turn_down_sale(id bigint, outcome text) returns void language plpgsql as $$
begin
  perform sale_to_decide(id, null);
  update transaction_summary set approval_status = outcome, claimed_points = 0 where transaction_id = id;
end $$;

-- Assigns a walk-in sale to a member; the caller locks the sale and credits its points unless it awaits approval.
-- A manual sale needs the same approval as if it had been entered for the member.
create or replace function assign_sale(id bigint, number text, source jsonb) returns assigned_sale language plpgsql as $$
declare
  sale transaction_summary;
  -- The lock prevents a concurrent merge of the member; a merged number returns the survivor.
  member membership := lock_sale_member(number);
  account_id bigint := (source->>'CreatedById')::bigint;
  assignment_time timestamptz := (source->>'Now')::timestamptz;
  needs_approval boolean := false;
begin
  select * into sale from transaction_summary where transaction_id = id;
  perform refuse_unapproved(sale);
  if is_own_customer(account_id, member.customer_id) or (sale.source = 'Manual' and is_own_customer(sale.created_by_id, member.customer_id)) then
    perform refuse_sale('ownSale');
  end if;
  if sale.source = 'Manual' then
    needs_approval := manual_sale_waits(account_id, member.membership_no, (source->>'Today')::date, sale.total_amount, (source->>'ManualLimit')::numeric);
  end if;
  update transaction_summary set assigned_at = assignment_time, assigned_by_id = account_id,
    membership_no = case when not needs_approval then member.membership_no end, customer_id = case when not needs_approval then member.customer_id end,
    claimed_membership_no = case when needs_approval then member.membership_no end, approval_status = case when needs_approval then 'Pending' end
  where transaction_id = id returning * into sale;
  update sale_head_check set status = 'Assigned', decided_by_id = account_id, decided_by = source->>'DecidedBy', decided_at = assignment_time
  where transaction_id = id and reason = 'Member' and status = 'Waiting';
  if needs_approval then
    perform claim_points(id);
    return row(null, member.membership_no, sale.total_amount)::assigned_sale;
  end if;
  return row(begin_to_count(sale, source), null, sale.total_amount)::assigned_sale;
end $$;
