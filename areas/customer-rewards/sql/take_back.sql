-- TAKING IT BACK, AND ITS END.

-- Gives the points of a reward back, once: what was refunded is not paid for any more.
create or replace function refund_reward(held customer_reward, source jsonb) returns bigint language plpgsql as $$
declare
  offered reward;
begin
  if held.debit_history_id is null then return 0; end if;
  select * into offered from reward where reward_id = held.reward_id;
  return refund_redemption(held.debit_history_id, (source->>'Today')::date, source || jsonb_build_object('ReferenceCode', held.reference_code,
    'Remark', paid_for(offered, source->>'Remark'), 'CreatedAt', source->>'At'));
end $$;

-- What was handed over comes back: it lies where it came from and is reserved for its member again.
create or replace function return_stock(held customer_reward, reason text, source jsonb) returns void language plpgsql as $$
begin
  if held.inventory_id is null then return; end if;
  perform lock_places(array[held.inventory_id]);
  perform move_stock(held.inventory_id, 'Return', 1, 0, -1, held.reference_code, reason, moved_by(source));
  perform move_stock(held.inventory_id, 'Reserve', 0, 1, 0, held.reference_code, null, moved_by(source));
end $$;

create or replace function cancel_reward_claim(reference text, reason text, source jsonb) returns jsonb language plpgsql as $$
declare
  at timestamptz := (source->>'At')::timestamptz;
  held customer_reward := lock_customer_reward(reference, 'notFound');
  released text;
begin
  if held.status <> 'Claimed' then perform refuse_reward('cancelClaimOf', jsonb_build_object('Status', held.status)); end if;
  -- No sale stands behind these points any more.
  perform note_invoice_of_redemption(held.debit_history_id, null);
  perform refund_reward(held, source || jsonb_build_object('Remark', reason));
  perform return_stock(held, reason, source);
  if held.voucher_no is not null then
    released := release_voucher(held.voucher_no, (source->>'Today')::date, at);
    if released = 'used' then perform refuse_reward('voucherUsed', jsonb_build_object('VoucherNo', held.voucher_no)); end if;
  end if;
  update customer_reward set status = 'Active', debit_history_id = null, voucher_no = null, invoice_no = null, claimed_by_id = null,
    claimed_outlet_code = null, claimed_date = null, remarks = reason, version = version + 1, updated_at = at
  where reference_code = reference;
  perform close_review(reference, reason, source);
  return jsonb_build_object('ReferenceCode', reference, 'VoucherNo', held.voucher_no, 'Voucher', released);
end $$;

create or replace function cancel_reward_collect(reference text, reason text, source jsonb) returns jsonb language plpgsql as $$
declare
  held customer_reward := lock_customer_reward(reference, 'recordNotFound');
begin
  if held.status <> 'Collected' then perform refuse_reward('cancelCollectOf', jsonb_build_object('Status', held.status)); end if;
  if source->>'ItemBackYN' is distinct from 'Y' then perform refuse_reward('itemNotBack'); end if;
  perform note_invoice_of_redemption(held.debit_history_id, null);
  perform return_stock(held, reason, source);
  update customer_reward set status = 'Active', voucher_no = null, invoice_no = null, collected_by_id = null, collected_outlet_code = null,
    collected_date = null, remarks = reason, version = version + 1, updated_at = (source->>'At')::timestamptz
  where reference_code = reference;
  perform close_review(reference, reason, source);
  return jsonb_build_object('ReferenceCode', reference);
end $$;

-- What nobody has in hand yet goes: its points return, its stock and its place under the limit are free. `ends`: Cancelled or Deleted.
create or replace function cancel_reward_redeem(reference text, reason text, ends text, source jsonb) returns jsonb language plpgsql as $$
declare
  at timestamptz := (source->>'At')::timestamptz;
  held customer_reward := lock_customer_reward(reference, 'notFound');
  refunded bigint;
begin
  if held.status <> 'Active' then perform refuse_reward('cancelRedeemOf', jsonb_build_object('Status', held.status)); end if;
  refunded := refund_reward(held, source || jsonb_build_object('Remark', reason));
  perform return_to_limit(held.reward_id);
  if held.inventory_id is not null then
    perform lock_places(array[held.inventory_id]);
    perform move_stock(held.inventory_id, 'Release', 0, -1, 0, reference, reason, moved_by(source));
  end if;
  update customer_reward set status = ends, debit_history_id = null, cancelled_by_id = (source->>'CreatedById')::bigint,
    cancelled_outlet_code = source->>'OutletCode', cancelled_date = at, remarks = coalesce(reason, remarks), version = version + 1, updated_at = at
  where reference_code = reference;
  return jsonb_build_object('ReferenceCode', reference, 'Refunded', refunded);
end $$;

create or replace function extend_reward(reference text, until date, remark text, source jsonb) returns jsonb language plpgsql as $$
declare
  held customer_reward := lock_customer_reward(reference, 'notFound');
begin
  if held.status <> 'Active' then perform refuse_reward('extendOf', jsonb_build_object('Status', held.status)); end if;
  if until <= held.validity_to or until < (source->>'Today')::date then perform refuse_reward('notLater', jsonb_build_object('Date', held.validity_to)); end if;
  update customer_reward set validity_to = until, remarks = coalesce(remark, remarks), version = version + 1, updated_at = (source->>'At')::timestamptz
  where reference_code = reference;
  return jsonb_build_object('ReferenceCode', reference);
end $$;

-- THE NIGHT: what nobody claimed or collected by its last day ends, one chunk of them. Points that were paid return where the company
-- gives them back, stock and limits are free again.
create or replace function expire_rewards(after text, most integer, source jsonb) returns table (first_key text, last_key text, done bigint, points bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  today date := (source->>'Today')::date;
  refunds boolean := setting_text('rewards.refundExpired') = 'Y';
  due text[];
  held customer_reward;
begin
  points := 0;
  done := 0;
  due := array(select reference_code from customer_reward where status = 'Active' and reference_code > after and validity_to < today order by reference_code limit most);
  if cardinality(due) = 0 then return; end if;
  perform lock_balances(array(select distinct surviving_membership(membership_no) from customer_reward where reference_code = any (due)));
  perform from customer_reward where reference_code = any (due) order by reference_code for update;
  -- Counts and places in the order that everybody keeps.
  perform lock_limits(array(select reward_id from customer_reward where reference_code = any (due)));
  perform lock_places(array(select inventory_id from customer_reward where reference_code = any (due) and inventory_id is not null));
  for held in select * from customer_reward where reference_code = any (due) and status = 'Active' and validity_to < today order by reference_code loop
    if refunds then points := points + refund_reward(held, source || jsonb_build_object('Remark', 'Not collected by ' || held.validity_to)); end if;
    perform return_to_limit(held.reward_id);
    if held.inventory_id is not null then
      perform move_stock(held.inventory_id, 'Release', 0, -1, 0, held.reference_code, 'Expired', moved_by(source));
    end if;
    update customer_reward set status = 'Expired', debit_history_id = null, version = version + 1, updated_at = (source->>'At')::timestamptz
    where reference_code = held.reference_code;
    perform customer_reward_expired(held, source);
    done := done + 1;
  end loop;
  first_key := due[1];
  last_key := due[cardinality(due)];
  return next;
end $$;
