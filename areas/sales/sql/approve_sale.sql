-- SALES BY HAND ABOVE THE LIMIT, once a second person has decided. Approved, a sale becomes its member's and earns by the rules of
-- its own date; turned down or withdrawn, it belongs to nobody for ever.

-- The sale that waits, locked; refuses the person who entered it, and the member's own.
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

create or replace function approve_sale(id bigint, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary := sale_to_decide(id, (source->>'DeciderId')::bigint);
  member membership := lock_sale_member(sale.claimed_membership_no);
  counted jsonb;
begin
  update transaction_summary set membership_no = member.membership_no, customer_id = member.customer_id, claimed_membership_no = null, claimed_points = 0,
    approval_status = 'Approved'
  where transaction_id = id returning * into sale;
  counted := begin_to_count(sale, source);
  return counted || earn_sale(id, source - 'DeciderId');
end $$;

create or replace function turn_down_sale(id bigint, outcome text) returns void language plpgsql as $$
begin
  perform sale_to_decide(id, null);
  update transaction_summary set approval_status = outcome, claimed_points = 0 where transaction_id = id;
end $$;

-- Gives a walk-in sale, which the caller has locked, to the member who made it. What was entered by hand needs the same approval
-- then as if it had been entered for the member at once. Its points are earned by the caller, unless it waits.
create or replace function assign_sale(id bigint, number text, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
  -- Held against a merge; a number that was merged leads to the survivor.
  member membership := lock_sale_member(number);
  person bigint := (source->>'CreatedById')::bigint;
  given_at timestamptz := (source->>'Now')::timestamptz;
  waits boolean := false;
begin
  select * into sale from transaction_summary where transaction_id = id;
  perform refuse_unapproved(sale);
  if is_own_customer(person, member.customer_id) or (sale.source = 'Manual' and is_own_customer(sale.created_by_id, member.customer_id)) then
    perform refuse_sale('ownSale');
  end if;
  if sale.source = 'Manual' then
    waits := manual_sale_waits(person, member.membership_no, (source->>'Today')::date, sale.total_amount, (source->>'ManualLimit')::numeric);
  end if;
  update transaction_summary set assigned_at = given_at, assigned_by_id = person,
    membership_no = case when not waits then member.membership_no end, customer_id = case when not waits then member.customer_id end,
    claimed_membership_no = case when waits then member.membership_no end, approval_status = case when waits then 'Pending' end
  where transaction_id = id returning * into sale;
  if waits then return jsonb_build_object('WaitsFor', member.membership_no, 'ClaimedPoints', claim_points(id), 'Total', sale.total_amount::text); end if;
  return begin_to_count(sale, source);
end $$;
