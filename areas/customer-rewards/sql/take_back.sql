-- The functions that cancel, extend and expire a customer reward.

drop function if exists cancel_reward_claim(text, text, jsonb), cancel_reward_collect(text, text, jsonb), cancel_reward_redeem(text, text, text, jsonb),
  extend_reward(text, date, text, jsonb);

-- Refunds the points of a customer reward and returns their number.
-- Callers clear debit_history_id, so that the same points are refunded once.
create or replace function refund_reward(held_reward customer_reward, source jsonb) returns bigint language plpgsql as $$
declare
  catalogue_reward reward;
begin
  if held_reward.debit_history_id is null then return 0; end if;
  select * into catalogue_reward from reward where reward_id = held_reward.reward_id;
  return refund_redemption(held_reward.debit_history_id, (source->>'Today')::date, source || jsonb_build_object('ReferenceCode', held_reward.reference_code,
    'Remark', paid_for(catalogue_reward, source->>'Remark'), 'CreatedAt', source->>'At'));
end $$;

-- Returns an item to the inventory that issued it, and reserves the item for the member again.
create or replace function return_stock(held_reward customer_reward, reason text, source jsonb) returns void language plpgsql as $$
begin
  if held_reward.inventory_id is null then return; end if;
  perform lock_places(array[held_reward.inventory_id]);
  perform move_stock(held_reward.inventory_id, 'Return', 1, 0, -1, held_reward.reference_code, reason, moved_by(source));
  perform move_stock(held_reward.inventory_id, 'Reserve', 0, 1, 0, held_reward.reference_code, null, moved_by(source));
end $$;

create or replace function cancel_reward_claim(reference text, reason text, source jsonb) returns void language plpgsql as $$
declare
  at timestamptz := (source->>'At')::timestamptz;
  held_reward customer_reward := lock_customer_reward(reference, 'notFound');
  voucher_state text;
begin
  if held_reward.status <> 'Claimed' then perform refuse_reward('cancelClaimOf', jsonb_build_object('Status', held_reward.status)); end if;
  -- The redemption no longer refers to the invoice.
  perform note_invoice_of_redemption(held_reward.debit_history_id, null);
  perform refund_reward(held_reward, source || jsonb_build_object('Remark', reason));
  perform return_stock(held_reward, reason, source);
  if held_reward.voucher_no is not null then
    voucher_state := release_voucher(held_reward.voucher_no, (source->>'Today')::date, at);
    if voucher_state = 'used' then perform refuse_reward('voucherUsed', jsonb_build_object('VoucherNo', held_reward.voucher_no)); end if;
  end if;
  update customer_reward set status = 'Active', debit_history_id = null, voucher_no = null, invoice_no = null, claimed_by_id = null,
    claimed_outlet_code = null, claimed_date = null, remarks = reason, version = version + 1, updated_at = at
  where reference_code = reference;
  perform close_review(reference, reason, source);
end $$;

create or replace function cancel_reward_collect(reference text, reason text, source jsonb) returns void language plpgsql as $$
declare
  held_reward customer_reward := lock_customer_reward(reference, 'recordNotFound');
begin
  if held_reward.status <> 'Collected' then perform refuse_reward('cancelCollectOf', jsonb_build_object('Status', held_reward.status)); end if;
  if source->>'ItemBackYN' is distinct from 'Y' then perform refuse_reward('itemNotBack'); end if;
  perform note_invoice_of_redemption(held_reward.debit_history_id, null);
  perform return_stock(held_reward, reason, source);
  update customer_reward set status = 'Active', voucher_no = null, invoice_no = null, collected_by_id = null, collected_outlet_code = null,
    collected_date = null, remarks = reason, version = version + 1, updated_at = (source->>'At')::timestamptz
  where reference_code = reference;
  perform close_review(reference, reason, source);
end $$;

-- Cancels a locked customer reward that was not handed over: refunds its points, and releases its stock and limit.
-- `ends` is the new status of the customer reward: Cancelled or Deleted.
create or replace function release_reward(held_reward customer_reward, reason text, ends text, source jsonb) returns void language plpgsql as $$
declare
  at timestamptz := (source->>'At')::timestamptz;
begin
  perform refund_reward(held_reward, source || jsonb_build_object('Remark', reason));
  perform return_to_limit(held_reward.reward_id);
  if held_reward.inventory_id is not null then
    perform lock_places(array[held_reward.inventory_id]);
    perform move_stock(held_reward.inventory_id, 'Release', 0, -1, 0, held_reward.reference_code, reason, moved_by(source));
  end if;
  update customer_reward set status = ends, debit_history_id = null, cancelled_by_id = (source->>'CreatedById')::bigint,
    cancelled_outlet_code = source->>'OutletCode', cancelled_date = at, remarks = coalesce(reason, remarks), version = version + 1, updated_at = at
  where reference_code = held_reward.reference_code;
end $$;

create or replace function cancel_reward_redeem(reference text, reason text, ends text, source jsonb) returns void language plpgsql as $$
declare
  held_reward customer_reward := lock_customer_reward(reference, 'notFound');
begin
  if held_reward.status <> 'Active' then perform refuse_reward('cancelRedeemOf', jsonb_build_object('Status', held_reward.status)); end if;
  perform release_reward(held_reward, reason, ends, source);
end $$;

create or replace function extend_reward(reference text, until date, remark text, source jsonb) returns void language plpgsql as $$
declare
  held_reward customer_reward := lock_customer_reward(reference, 'notFound');
begin
  if held_reward.status <> 'Active' then perform refuse_reward('extendOf', jsonb_build_object('Status', held_reward.status)); end if;
  if until <= held_reward.validity_to or until < (source->>'Today')::date then perform refuse_reward('notLater', jsonb_build_object('Date', held_reward.validity_to)); end if;
  update customer_reward set validity_to = until, remarks = coalesce(remark, remarks), version = version + 1, updated_at = (source->>'At')::timestamptz
  where reference_code = reference;
end $$;

-- Nightly, one chunk: expires customer rewards that were not claimed or collected by their last day.
-- Releases stock and limits of expired rewards, and refunds their points if the setting rewards.refundExpired is Y.
create or replace function expire_rewards(after text, most integer, source jsonb) returns table (first_key text, last_key text, done bigint, points bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  today date := (source->>'Today')::date;
  refunds boolean := setting_text('rewards.refundExpired') = 'Y';
  due text[];
  held_reward customer_reward;
begin
  points := 0;
  done := 0;
  due := array(select reference_code from customer_reward where status = 'Active' and reference_code > after and validity_to < today order by reference_code limit most);
  if cardinality(due) = 0 then return; end if;
  perform lock_balances(array(select distinct surviving_membership(membership_no) from customer_reward where reference_code = any (due)));
  perform from customer_reward where reference_code = any (due) order by reference_code for update;
  -- All functions of rewards lock limits before inventories.
  perform lock_limits(array(select reward_id from customer_reward where reference_code = any (due)));
  perform lock_places(array(select inventory_id from customer_reward where reference_code = any (due) and inventory_id is not null));
  for held_reward in select * from customer_reward where reference_code = any (due) and status = 'Active' and validity_to < today order by reference_code loop
    if refunds then points := points + refund_reward(held_reward, source || jsonb_build_object('Remark', 'Not collected by ' || held_reward.validity_to)); end if;
    perform return_to_limit(held_reward.reward_id);
    if held_reward.inventory_id is not null then
      perform move_stock(held_reward.inventory_id, 'Release', 0, -1, 0, held_reward.reference_code, 'Expired', moved_by(source));
    end if;
    update customer_reward set status = 'Expired', debit_history_id = null, version = version + 1, updated_at = (source->>'At')::timestamptz
    where reference_code = held_reward.reference_code;
    perform customer_reward_expired(held_reward, source);
    done := done + 1;
  end loop;
  first_key := due[1];
  last_key := due[cardinality(due)];
  return next;
end $$;
