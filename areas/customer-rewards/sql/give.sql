-- The functions that give rewards: a member redeems a reward for points, or the company issues a reward.

-- Refuses a reward by validity, member type, category or limit per member. The caller has locked the member's balance.
create or replace function refuse_gift(of_reward reward, member membership, source jsonb) returns void language plpgsql as $$
declare
  today date := (source->>'Today')::date;
begin
  if of_reward.status <> 'Active' then
    perform refuse_reward('rewardNotActive', jsonb_build_object('Code', of_reward.code, 'Status', of_reward.status));
  end if;
  if of_reward.valid_from > today then perform refuse_reward('rewardNotYet', jsonb_build_object('Code', of_reward.code, 'Date', of_reward.valid_from)); end if;
  if of_reward.valid_to < today then perform refuse_reward('rewardOver', jsonb_build_object('Code', of_reward.code, 'Date', of_reward.valid_to)); end if;
  if of_reward.member_type <> member.member_type
    or cardinality(of_reward.card_categories) > 0 and not coalesce(member.card_category_code = any (of_reward.card_categories), false) then
    perform refuse_reward('notForMember', jsonb_build_object('Code', of_reward.code));
  end if;
  if of_reward.per_member_limit is not null and of_reward.per_member_limit
      <= given_to_member(member.membership_no, of_reward.reward_id, limit_from(of_reward.per_member_period, today)) then
    perform refuse_reward('memberLimit', jsonb_build_object('Code', of_reward.code, 'Limit', of_reward.per_member_limit, 'Period', of_reward.per_member_period));
  end if;
end $$;

-- Locks the balance of a membership and returns the membership. Refuses unless customer and membership are Active.
create or replace function lock_member_for_reward(number text) returns membership language plpgsql as $$
declare
  member membership;
  customer_status text;
begin
  perform lock_balance(membership_no) from membership where membership_no = surviving_membership(number) and status <> 'Deleted';
  select m.* into member from membership m where m.membership_no = surviving_membership(number) and m.status not in ('Merged', 'Deleted');
  if not found then perform refuse_reward('memberNotFound'); end if;
  select status into customer_status from customer where customer_id = member.customer_id;
  if member.status <> 'Active' or customer_status <> 'Active' then perform refuse_reward('notActive'); end if;
  return member;
end $$;

create or replace function refuse_unknown_outlet(outlet text) returns void language plpgsql as $$
begin
  if outlet is not null and not exists (select from building where code = outlet and status = 'Active') then
    perform refuse_reward('outletUnknown', jsonb_build_object('OutletCode', outlet));
  end if;
end $$;

drop function if exists redeem_rewards(text, jsonb, text, text, jsonb);

-- Redeems several Premium Gifts, or no gift if one is refused. Returns the reference codes in the order of `rewards`.
-- The keys of `source` are Today, At, OutletCode, StaffId, CreatedById, UserName and RequestId.
create or replace function redeem_rewards(number text, rewards jsonb, collect_at text, remark text, source jsonb) returns text[] language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  at timestamptz := (source->>'At')::timestamptz;
  member membership := lock_member_for_reward(number);
  gift record;
  catalogue_reward reward;
  price bigint;
  reference text;
  inventory bigint;
  debit bigint;
  redeemed jsonb := '[]';
begin
  if contact_changed_at(member.customer_id, at) is not null then
    perform refuse_reward('contactHeld', jsonb_build_object('Date', business_date_of(contact_changed_at(member.customer_id, at))));
  end if;
  perform refuse_unknown_outlet(collect_at);
  -- The rewards are locked in the order of reward_id, so that two concurrent redemptions cannot deadlock.
  for gift in
    select input.position, (line->>'RewardId')::bigint as reward_id, line->>'IsBirthdayPointDeduct' = 'Y' as birthday
    from jsonb_array_elements(rewards) with ordinality input (line, position) order by 2, 1
  loop
    select * into catalogue_reward from reward where reward_id = gift.reward_id and status <> 'Deleted' for share;
    if not found then perform refuse_reward('recordNotFound'); end if;
    if not is_redeemed_kind(catalogue_reward.type) then perform refuse_reward('notRedeemable', jsonb_build_object('Code', catalogue_reward.code)); end if;
    perform refuse_gift(catalogue_reward, member, source);
    perform refuse_elsewhere(catalogue_reward, source->>'OutletCode');
    perform refuse_elsewhere(catalogue_reward, collect_at);
    price := catalogue_reward.point_deduct;
    if gift.birthday then
      if not is_birthday_month(member.customer_id, today) then perform refuse_reward('noBirthday'); end if;
      if not birth_date_is_known(member.customer_id, at) then perform refuse_reward('birthdayTooNew'); end if;
      if exists (select from customer_reward existing where existing.membership_no = member.membership_no and existing.reward_id = catalogue_reward.reward_id
          and existing.is_birthday_point_deduct = 'Y' and existing.status in ('Active', 'Claimed', 'Collected') and existing.validity_from >= limit_from('Year', today)) then
        perform refuse_reward('birthdayUsed');
      end if;
      price := coalesce(catalogue_reward.birthday_point_deduct, price);
    end if;
    perform take_of_limit(catalogue_reward.reward_id, catalogue_reward.total_limit);
    reference := next_reward_reference(today);
    inventory := lock_stock(catalogue_reward.reward_id, collect_at);
    if inventory is not null then perform move_stock(inventory, 'Reserve', 0, 1, 0, reference, null, moved_by(source)); end if;
    debit := null;
    if price > 0 then
      debit := debit_points(member.membership_no, 'Redeem', price, today, source || jsonb_build_object('ObjectType', 'CustomerReward', 'ObjectValue', reference,
        'ReferenceCode', reference, 'SourceKey', 'reward:' || reference || ':1', 'Remark', paid_for(catalogue_reward, remark), 'CreatedAt', at));
    end if;
    insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, points, is_birthday_point_deduct, cash_top_up, voucher_type,
      voucher_value, minimum_spend, validity_from, validity_to, remarks, outlet_code, inventory_id, debit_history_id, debits, redeemed_by_id,
      redeemed_outlet_code, redeemed_date, collected_outlet_code, created_by_id, created_at, updated_at)
    values (reference, catalogue_reward.reward_id, member.membership_no, member.customer_id, catalogue_reward.type, price, case when gift.birthday then 'Y' else 'N' end,
      catalogue_reward.cash_top_up, catalogue_reward.voucher_type, catalogue_reward.voucher_value, catalogue_reward.minimum_spend, today, today + catalogue_reward.collect_within_days, remark,
      source->>'OutletCode', inventory, debit, case when debit is null then 0 else 1 end, (source->>'CreatedById')::bigint, source->>'OutletCode', at,
      collect_at, (source->>'CreatedById')::bigint, at, at);
    redeemed := redeemed || jsonb_build_object('Position', gift.position, 'ReferenceCode', reference);
  end loop;
  return (select array_agg(item->>'ReferenceCode' order by (item->>'Position')::int) from jsonb_array_elements(redeemed) item);
end $$;

-- Returns the last day of the validity of a reward that is given today.
create or replace function reward_ends(of_reward reward, person bigint, today date) returns date language sql stable as $$
  select case of_reward.validity_mode
    when 'Fixed dates' then of_reward.valid_to
    when 'Days after issue' then today + of_reward.validity_days
    -- The end of this year's birthday month, or of next year's if the month is over.
    else (
      select (make_date(extract(year from today)::int + case when month < extract(month from today) then 1 else 0 end, month, 1) + interval '1 month - 1 day')::date
      from (select coalesce(extract(month from date_of_birth), extract(month from today))::int as month from customer where customer_id = person) birth) end
$$;

-- Issues a reward that the member claims later.
-- The optional keys of `terms` are Period, ValidityTo, Points, VoucherValue, CollectedOutletCode and Remarks.
create or replace function issue_reward(number text, of_reward bigint, terms jsonb, source jsonb) returns text language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  at timestamptz := (source->>'At')::timestamptz;
  member membership := lock_member_for_reward(number);
  catalogue_reward reward;
  reference text;
  inventory bigint;
begin
  select * into catalogue_reward from reward where reward_id = of_reward and status <> 'Deleted' for share;
  if not found then perform refuse_reward('recordNotFound'); end if;
  if is_redeemed_kind(catalogue_reward.type) then perform refuse_reward('notIssued'); end if;
  perform refuse_gift(catalogue_reward, member, source);
  perform refuse_unknown_outlet(terms->>'CollectedOutletCode');
  perform refuse_elsewhere(catalogue_reward, terms->>'CollectedOutletCode');
  if exists (select from customer_reward existing where existing.membership_no = member.membership_no and existing.reward_id = of_reward
      and existing.period = terms->>'Period' and existing.status not in ('Cancelled', 'Deleted')) then
    perform refuse_reward('issuedAlready', jsonb_build_object('Code', catalogue_reward.code, 'Period', terms->>'Period'));
  end if;
  perform take_of_limit(of_reward, catalogue_reward.total_limit);
  reference := next_reward_reference(today);
  inventory := lock_stock(of_reward, coalesce(terms->>'CollectedOutletCode', (select registered_outlet_code from customer where customer_id = member.customer_id)));
  if inventory is not null then perform move_stock(inventory, 'Reserve', 0, 1, 0, reference, null, moved_by(source)); end if;
  insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, period, points, deduct_point_in_claim_yn, cash_top_up, voucher_type,
    voucher_value, minimum_spend, validity_from, validity_to, remarks, outlet_code, inventory_id, redeemed_by_id, redeemed_outlet_code, redeemed_date,
    collected_outlet_code, created_by_id, created_at, updated_at)
  values (reference, of_reward, member.membership_no, member.customer_id, catalogue_reward.type, terms->>'Period',
    case when catalogue_reward.deduct_point_in_claim_yn = 'Y' then coalesce((terms->>'Points')::bigint, catalogue_reward.point_deduct) else 0 end,
    catalogue_reward.deduct_point_in_claim_yn, catalogue_reward.cash_top_up, catalogue_reward.voucher_type, coalesce((terms->>'VoucherValue')::numeric, catalogue_reward.voucher_value),
    catalogue_reward.minimum_spend, today, coalesce((terms->>'ValidityTo')::date, reward_ends(catalogue_reward, member.customer_id, today)), terms->>'Remarks',
    source->>'OutletCode', inventory, (source->>'CreatedById')::bigint, source->>'OutletCode', at, terms->>'CollectedOutletCode',
    (source->>'CreatedById')::bigint, at, at);
  return reference;
end $$;

-- Issues a reward to many members in the order of their membership numbers.
-- The refusal of a reward is returned with the membership number and does not affect other members.
create or replace function issue_to_many(numbers text[], of_reward bigint, terms jsonb, source jsonb) returns jsonb language plpgsql as $$
declare
  number text;
  params text;
  outcome jsonb := '[]';
begin
  for number in select distinct membership_no from unnest(numbers) membership_no order by 1 loop
    begin
      outcome := outcome || jsonb_build_object('MembershipNo', number, 'ReferenceCode', issue_reward(number, of_reward, terms, source));
    exception when sqlstate 'CA001' then
      get stacked diagnostics params = pg_exception_detail;
      outcome := outcome || jsonb_build_object('MembershipNo', number, 'Refused', sqlerrm, 'Params', coalesce(nullif(params, ''), '{}')::jsonb);
    end;
  end loop;
  return outcome;
end $$;
