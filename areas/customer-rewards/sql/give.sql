-- GIVING A REWARD: redeemed by a member for points, or issued by the company.

-- What both ask of a reward, its member and its limits, the member's balance being locked.
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

-- The member of a number, the balance locked, and Active as person and as member.
create or replace function lock_member_for_reward(number text) returns membership language plpgsql as $$
declare
  member membership;
  person text;
begin
  perform lock_balance(membership_no) from membership where membership_no = surviving_membership(number) and status <> 'Deleted';
  select m.* into member from membership m where m.membership_no = surviving_membership(number) and m.status not in ('Merged', 'Deleted');
  if not found then perform refuse_reward('memberNotFound'); end if;
  select status into person from customer where customer_id = member.customer_id;
  if member.status <> 'Active' or person <> 'Active' then perform refuse_reward('notActive'); end if;
  return member;
end $$;

create or replace function refuse_unknown_outlet(outlet text) returns void language plpgsql as $$
begin
  if outlet is not null and not exists (select from building where code = outlet and status = 'Active') then
    perform refuse_reward('outletUnknown', jsonb_build_object('OutletCode', outlet));
  end if;
end $$;

-- Redeems Premium Gifts: all of them or none. `source`: Today, At, OutletCode, StaffId, CreatedById, UserName, RequestId. Answers the reference
-- codes in the order of the rewards.
create or replace function redeem_rewards(number text, rewards jsonb, collect_at text, remark text, source jsonb) returns jsonb language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  at timestamptz := (source->>'At')::timestamptz;
  member membership := lock_member_for_reward(number);
  gift record;
  offered reward;
  price bigint;
  reference text;
  place bigint;
  debit bigint;
  given jsonb := '[]';
begin
  if contact_changed_at(member.customer_id, at) is not null then
    perform refuse_reward('contactHeld', jsonb_build_object('Date', business_date_of(contact_changed_at(member.customer_id, at))));
  end if;
  perform refuse_unknown_outlet(collect_at);
  -- In the order of the rewards, so that two counters never wait for each other.
  for gift in
    select wanted.place, (source_row->>'RewardId')::bigint as reward_id, source_row->>'IsBirthdayPointDeduct' = 'Y' as birthday
    from jsonb_array_elements(rewards) with ordinality wanted (source_row, place) order by 2, 1
  loop
    select * into offered from reward where reward_id = gift.reward_id and status <> 'Deleted' for share;
    if not found then perform refuse_reward('recordNotFound'); end if;
    if not is_redeemed_kind(offered.type) then perform refuse_reward('notRedeemable', jsonb_build_object('Code', offered.code)); end if;
    perform refuse_gift(offered, member, source);
    perform refuse_elsewhere(offered, source->>'OutletCode');
    perform refuse_elsewhere(offered, collect_at);
    price := offered.point_deduct;
    if gift.birthday then
      if not is_birthday_month(member.customer_id, today) then perform refuse_reward('noBirthday'); end if;
      if not birth_date_is_known(member.customer_id, at) then perform refuse_reward('birthdayTooNew'); end if;
      if exists (select from customer_reward held where held.membership_no = member.membership_no and held.reward_id = offered.reward_id
          and held.is_birthday_point_deduct = 'Y' and held.status in ('Active', 'Claimed', 'Collected') and held.validity_from >= limit_from('Year', today)) then
        perform refuse_reward('birthdayUsed');
      end if;
      price := coalesce(offered.birthday_point_deduct, price);
    end if;
    perform take_of_limit(offered.reward_id, offered.total_limit);
    reference := next_reward_reference(today);
    place := lock_stock(offered.reward_id, collect_at);
    if place is not null then perform move_stock(place, 'Reserve', 0, 1, 0, reference, null, moved_by(source)); end if;
    debit := null;
    if price > 0 then
      debit := (debit_points(member.membership_no, 'Redeem', price, today, source || jsonb_build_object('ObjectType', 'CustomerReward', 'ObjectValue', reference,
        'ReferenceCode', reference, 'SourceKey', 'reward:' || reference || ':1', 'Remark', paid_for(offered, remark), 'CreatedAt', at))->>'HistoryId')::bigint;
    end if;
    insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, points, is_birthday_point_deduct, cash_top_up, voucher_type,
      voucher_value, minimum_spend, validity_from, validity_to, remarks, outlet_code, inventory_id, debit_history_id, debits, redeemed_by_id,
      redeemed_outlet_code, redeemed_date, collected_outlet_code, created_by_id, created_at, updated_at)
    values (reference, offered.reward_id, member.membership_no, member.customer_id, offered.type, price, case when gift.birthday then 'Y' else 'N' end,
      offered.cash_top_up, offered.voucher_type, offered.voucher_value, offered.minimum_spend, today, today + offered.collect_within_days, remark,
      source->>'OutletCode', place, debit, case when debit is null then 0 else 1 end, (source->>'CreatedById')::bigint, source->>'OutletCode', at,
      collect_at, (source->>'CreatedById')::bigint, at, at);
    given := given || jsonb_build_object('Place', gift.place, 'ReferenceCode', reference);
  end loop;
  return (select jsonb_agg(one->'ReferenceCode' order by (one->>'Place')::int) from jsonb_array_elements(given) one);
end $$;

-- The last day of something that is given today.
create or replace function reward_ends(of_reward reward, person bigint, today date) returns date language sql stable as $$
  select case of_reward.validity_mode
    when 'Fixed dates' then of_reward.valid_to
    when 'Days after issue' then today + of_reward.validity_days
    -- Of this year's birthday, or of the next where that is over.
    else (
      select (make_date(extract(year from today)::int + case when month < extract(month from today) then 1 else 0 end, month, 1) + interval '1 month - 1 day')::date
      from (select coalesce(extract(month from date_of_birth), extract(month from today))::int as month from customer where customer_id = person) birth) end
$$;

-- Issues a reward that is claimed. `terms`, each of them optional: Period, ValidityTo, Points, VoucherValue, CollectedOutletCode, Remarks.
create or replace function issue_reward(number text, of_reward bigint, terms jsonb, source jsonb) returns text language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  at timestamptz := (source->>'At')::timestamptz;
  member membership := lock_member_for_reward(number);
  offered reward;
  reference text;
  place bigint;
begin
  select * into offered from reward where reward_id = of_reward and status <> 'Deleted' for share;
  if not found then perform refuse_reward('recordNotFound'); end if;
  if is_redeemed_kind(offered.type) then perform refuse_reward('notIssued'); end if;
  perform refuse_gift(offered, member, source);
  perform refuse_unknown_outlet(terms->>'CollectedOutletCode');
  perform refuse_elsewhere(offered, terms->>'CollectedOutletCode');
  if exists (select from customer_reward held where held.membership_no = member.membership_no and held.reward_id = of_reward
      and held.period = terms->>'Period' and held.status not in ('Cancelled', 'Deleted')) then
    perform refuse_reward('issuedAlready', jsonb_build_object('Code', offered.code, 'Period', terms->>'Period'));
  end if;
  perform take_of_limit(of_reward, offered.total_limit);
  reference := next_reward_reference(today);
  place := lock_stock(of_reward, coalesce(terms->>'CollectedOutletCode', (select registered_outlet_code from customer where customer_id = member.customer_id)));
  if place is not null then perform move_stock(place, 'Reserve', 0, 1, 0, reference, null, moved_by(source)); end if;
  insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, period, points, deduct_point_in_claim_yn, cash_top_up, voucher_type,
    voucher_value, minimum_spend, validity_from, validity_to, remarks, outlet_code, inventory_id, redeemed_by_id, redeemed_outlet_code, redeemed_date,
    collected_outlet_code, created_by_id, created_at, updated_at)
  values (reference, of_reward, member.membership_no, member.customer_id, offered.type, terms->>'Period',
    case when offered.deduct_point_in_claim_yn = 'Y' then coalesce((terms->>'Points')::bigint, offered.point_deduct) else 0 end,
    offered.deduct_point_in_claim_yn, offered.cash_top_up, offered.voucher_type, coalesce((terms->>'VoucherValue')::numeric, offered.voucher_value),
    offered.minimum_spend, today, coalesce((terms->>'ValidityTo')::date, reward_ends(offered, member.customer_id, today)), terms->>'Remarks',
    source->>'OutletCode', place, (source->>'CreatedById')::bigint, source->>'OutletCode', at, terms->>'CollectedOutletCode',
    (source->>'CreatedById')::bigint, at, at);
  return reference;
end $$;

-- Issues a reward to many, in the order of their numbers; anyone who cannot have it is named with the refusal and keeps nobody else from it.
create or replace function issue_to_many(numbers text[], of_reward bigint, terms jsonb, source jsonb) returns jsonb language plpgsql as $$
declare
  number text;
  params text;
  outcome jsonb := '[]';
begin
  for number in select distinct given from unnest(numbers) given order by 1 loop
    begin
      outcome := outcome || jsonb_build_object('MembershipNo', number, 'ReferenceCode', issue_reward(number, of_reward, terms, source));
    exception when sqlstate 'CA001' then
      get stacked diagnostics params = pg_exception_detail;
      outcome := outcome || jsonb_build_object('MembershipNo', number, 'Refused', sqlerrm, 'Params', coalesce(nullif(params, ''), '{}')::jsonb);
    end;
  end loop;
  return outcome;
end $$;
