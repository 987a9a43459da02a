-- The functions that hand over a reward: claim and collect.

-- Locks the customer reward, and checks that the identifier belongs to the customer and the code to the reward.
-- `done` is a status besides Active in which a reward code finds the customer reward.
-- `missing` is the name of the refusal if no customer reward matches.
create or replace function reward_at_counter(input jsonb, done text, missing text) returns customer_reward language plpgsql as $$
declare
  reference text := input->>'ReferenceCode';
  held_reward customer_reward;
  person customer;
begin
  if reference is null then
    if not exists (select from reward where code = input->>'RewardCode' and status <> 'Deleted') then perform refuse_reward('invalidReward'); end if;
    reference := held_of_code(input->>'RewardCode', input->>'IdentifierType', input->>'Identifier', done);
    if reference is null then perform refuse_reward(missing); end if;
  end if;
  held_reward := lock_customer_reward(reference, missing);
  if input->>'RewardCode' is not null and not exists (select from reward where reward_id = held_reward.reward_id and code = input->>'RewardCode') then
    perform refuse_reward('invalidReward');
  end if;
  select * into person from customer where customer_id = held_reward.customer_id;
  if not is_identified(held_reward, person, input->>'IdentifierType', input->>'Identifier') then perform refuse_reward('otherMember'); end if;
  return held_reward;
end $$;

-- True if the status of the reward allows the hand-over. An Inactive reward needs the flag that honours outstanding ones.
create or replace function is_honoured(of_reward reward, held_reward customer_reward) returns boolean language sql immutable as $$
  select of_reward.status in ('Active', 'Expired')
    or of_reward.status = 'Inactive' and of_reward.honour_outstanding_yn = 'Y' and (of_reward.deactivated_at is null or held_reward.created_at <= of_reward.deactivated_at)
$$;

create or replace function refuse_out_of_date(held_reward customer_reward, today date) returns void language plpgsql as $$
begin
  if held_reward.validity_from > today then perform refuse_reward('notYet', jsonb_build_object('Date', held_reward.validity_from)); end if;
  if held_reward.validity_to < today then perform refuse_reward('over', jsonb_build_object('Date', held_reward.validity_to)); end if;
end $$;

-- Checks that the invoice belongs to the member, reaches the minimum spend and contains the required goods.
-- Refuses an invoice that was already used for the same reward.
create or replace function refuse_invoice(of_reward reward, held_reward customer_reward, invoice text) returns void language plpgsql as $$
declare
  sale transaction_summary;
  spent numeric;
  other_reference text;
begin
  if invoice is null then
    if of_reward.requires_invoice_yn = 'Y' or held_reward.minimum_spend > 0 then perform refuse_reward('invoiceRequired'); end if;
    return;
  end if;
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N';
  if not found then
    if of_reward.requires_invoice_yn = 'Y' or held_reward.minimum_spend > 0 then perform refuse_reward('invoiceUnknown', jsonb_build_object('InvoiceNo', invoice)); end if;
    return;
  end if;
  if sale.customer_id is distinct from held_reward.customer_id then perform refuse_reward('invoiceOfOther', jsonb_build_object('InvoiceNo', invoice)); end if;
  spent := sale_left(sale.transaction_id);
  if spent < coalesce(held_reward.minimum_spend, 0) or spent <= 0 then
    perform refuse_reward('spendTooLow', jsonb_build_object('InvoiceNo', invoice, 'Spent', spent::text, 'Required', coalesce(held_reward.minimum_spend, 0)::text));
  end if;
  if exists (select from reward_object where reward_id = of_reward.reward_id and object_type = 'ProntoStockGroup' and status = 'Active')
    and not exists (
      select from transaction_detail line join reward_object goods on goods.object_value = line.stock_group
      where line.transaction_id = sale.transaction_id and goods.reward_id = of_reward.reward_id and goods.object_type = 'ProntoStockGroup' and goods.status = 'Active') then
    perform refuse_reward('goodsMissing', jsonb_build_object('InvoiceNo', invoice));
  end if;
  select used.reference_code into other_reference from customer_reward used
  where used.invoice_no = invoice and used.reward_id = held_reward.reward_id and used.reference_code <> held_reward.reference_code limit 1;
  if found and (of_reward.requires_invoice_yn = 'Y' or held_reward.minimum_spend > 0) then
    perform refuse_reward('invoiceUsed', jsonb_build_object('InvoiceNo', invoice, 'ReferenceCode', other_reference));
  end if;
end $$;

-- Takes one item out of stock and returns the inventory that had the item.
-- The item comes from the inventory that reserves it, or else from unreserved stock of the outlet that hands it over.
create or replace function issue_stock(held_reward customer_reward, outlet text, source jsonb) returns bigint language plpgsql as $$
declare
  reserved_at text;
  outlet_inventory bigint;
begin
  if held_reward.inventory_id is null then return null; end if;
  select building.code into reserved_at from reward_inventory join building using (building_id) where inventory_id = held_reward.inventory_id;
  -- The pool of head office serves every outlet. Head office itself acts for the outlet that reserves the gift.
  if reserved_at is null or outlet is null or outlet = 'HQ' or reserved_at = outlet then
    perform move_stock(held_reward.inventory_id, 'Issue', -1, -1, 1, held_reward.reference_code, null, moved_by(source));
    return held_reward.inventory_id;
  end if;
  select inventory_id into outlet_inventory from reward_inventory join building using (building_id)
  where reward_id = held_reward.reward_id and reward_inventory.status = 'Active' and building.code = outlet;
  if outlet_inventory is not null then
    perform lock_places(array[held_reward.inventory_id, outlet_inventory]);
    if (select qty_on_hand > qty_reserved from reward_inventory where inventory_id = outlet_inventory) then
      perform move_stock(held_reward.inventory_id, 'Release', 0, -1, 0, held_reward.reference_code, null, moved_by(source));
      perform move_stock(outlet_inventory, 'Issue', -1, 0, 1, held_reward.reference_code, null, moved_by(source));
      return outlet_inventory;
    end if;
  end if;
  perform refuse_reward('waitsElsewhere', jsonb_build_object('OutletCode', reserved_at));
end $$;

drop function if exists claim_reward(jsonb, jsonb), collect_reward(jsonb, jsonb);

-- Claims a customer reward and returns its reference code.
create or replace function claim_reward(input jsonb, source jsonb) returns text language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  at timestamptz := (source->>'At')::timestamptz;
  held_reward customer_reward := reward_at_counter(input, 'Claimed', 'notFound');
  catalogue_reward reward;
  debit bigint;
  inventory bigint;
  voucher text;
  invoice text := input->>'InvoiceNo';
begin
  if is_redeemed_kind(held_reward.type) then perform refuse_reward('notClaimed'); end if;
  if held_reward.status <> 'Active' then perform refuse_reward('claimOf', jsonb_build_object('Status', held_reward.status)); end if;
  if not exists (select from customer join membership using (customer_id) where customer_id = held_reward.customer_id and customer.status = 'Active'
      and membership_no = held_reward.membership_no and membership.status = 'Active') then
    perform refuse_reward('notActive');
  end if;
  select * into catalogue_reward from reward where reward_id = held_reward.reward_id for share;
  if not is_honoured(catalogue_reward, held_reward) then perform refuse_reward('rewardNotActive', jsonb_build_object('Code', catalogue_reward.code, 'Status', catalogue_reward.status)); end if;
  perform refuse_out_of_date(held_reward, today);
  perform refuse_elsewhere(catalogue_reward, source->>'OutletCode');
  perform refuse_invoice(catalogue_reward, held_reward, invoice);
  inventory := issue_stock(held_reward, source->>'OutletCode', source);
  if held_reward.deduct_point_in_claim_yn = 'Y' and held_reward.points > 0 then
    debit := debit_points(held_reward.membership_no, 'Redeem', held_reward.points, today, source || jsonb_build_object('ObjectType', 'CustomerReward',
      'ObjectValue', held_reward.reference_code, 'ReferenceCode', held_reward.reference_code, 'SourceKey', 'reward:' || held_reward.reference_code || ':' || held_reward.debits + 1,
      'InvoiceNo', invoice, 'Remark', paid_for(catalogue_reward, input->>'Remarks'), 'CreatedAt', at));
  end if;
  if held_reward.voucher_type is not null then
    select voucher_no into voucher from assign_voucher(held_reward.voucher_type, held_reward.voucher_value, held_reward.reference_code, today, at);
    if voucher is null then perform refuse_reward('noVoucher'); end if;
  end if;
  update customer_reward set status = 'Claimed', inventory_id = inventory, debit_history_id = debit, debits = debits + case when debit is null then 0 else 1 end,
    voucher_no = voucher, invoice_no = invoice, claimed_by_id = (source->>'CreatedById')::bigint, claimed_outlet_code = source->>'OutletCode',
    claimed_date = at, remarks = coalesce(input->>'Remarks', remarks), version = version + 1, updated_at = at
  where reference_code = held_reward.reference_code;
  return held_reward.reference_code;
end $$;

select define_type('collected_reward', 'reference_code text, not_active boolean');

create or replace function collect_reward(input jsonb, source jsonb) returns collected_reward language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  at timestamptz := (source->>'At')::timestamptz;
  held_reward customer_reward := reward_at_counter(input, 'Collected', 'recordNotFound');
  catalogue_reward reward;
  inventory bigint;
begin
  select * into catalogue_reward from reward where reward_id = held_reward.reward_id for share;
  if not is_redeemed_kind(held_reward.type) or held_reward.status not in ('Active', 'Collected') or not is_honoured(catalogue_reward, held_reward) then
    perform refuse_reward('recordNotFound');
  end if;
  if held_reward.status = 'Collected' then perform refuse_reward('collectedAlready'); end if;
  perform refuse_out_of_date(held_reward, today);
  perform refuse_elsewhere(catalogue_reward, source->>'OutletCode');
  perform refuse_invoice(catalogue_reward, held_reward, input->>'InvoiceNo');
  inventory := issue_stock(held_reward, source->>'OutletCode', source);
  if input->>'InvoiceNo' is not null and held_reward.debit_history_id is not null then
    perform note_invoice_of_redemption(held_reward.debit_history_id, input->>'InvoiceNo');
  end if;
  update customer_reward set status = 'Collected', inventory_id = inventory, invoice_no = input->>'InvoiceNo', voucher_no = input->>'VoucherNo',
    collected_by_id = (source->>'CreatedById')::bigint, collected_outlet_code = source->>'OutletCode', collected_date = at,
    remarks = coalesce(input->>'Remarks', remarks), version = version + 1, updated_at = at
  where reference_code = held_reward.reference_code;
  return row(held_reward.reference_code, exists (
    select from customer join membership using (customer_id) where membership_no = held_reward.membership_no and (customer.status <> 'Active' or membership.status <> 'Active')))::collected_reward;
end $$;
