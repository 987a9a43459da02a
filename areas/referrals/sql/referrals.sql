-- REFERRALS. A referral stores its terms and decisions. Each change of a sale evaluates the referral again.
-- Errors are raised as SQLSTATE CA001 with a name from areas/referrals/contract.ts.
-- The order of locks is in docs/architecture.md.

-- True if the customer has a sale since 2020 with 1 to 9,999,999 left after returns; the sale `but` is ignored.
create or replace function has_purchase(buyer bigint, but bigint default null) returns boolean language sql stable as $$
  select exists (
    select from transaction_summary t
    where t.customer_id = buyer and t.transaction_type = 'N' and t.business_date >= '2020-01-01' and t.net_amount >= 1
      and t.transaction_id is distinct from but and sale_left(t.transaction_id) between 1 and 9999999)
$$;

-- True if `ancestor` referred `friend`, directly or through other friends.
create or replace function recommended_by(friend bigint, ancestor bigint) returns boolean language sql stable as $$
  with recursive chain as (
    select friend as customer_id
    union
    select m.customer_id from chain join customer c using (customer_id) join membership m on m.membership_no = c.recommend_membership_no
  )
  select exists (select from chain where customer_id = ancestor and customer_id <> friend)
$$;

-- Returns the names of identifying details that two customers have in common, such as an identity number.
create or replace function in_common(one bigint, other bigint) returns text[] language sql stable as $$
  select array_remove(array[
    case when a.id_no = b.id_no then 'IdNo' end,
    case when array_remove(array[a.contact_no, a.alternate_contact_no], null) && array_remove(array[b.contact_no, b.alternate_contact_no], null) then 'ContactNo' end,
    case when lower(a.email) = lower(b.email) then 'Email' end,
    case when exists (
      select from customer_address x join customer_address y on y.customer_id = b.customer_id and y.status = 'Active'
        and regexp_replace(upper(x.line1), '[\s.,;/-]+', '', 'g') = regexp_replace(upper(y.line1), '[\s.,;/-]+', '', 'g')
        and coalesce(x.postcode, '') = coalesce(y.postcode, '')
      where x.customer_id = a.customer_id and x.status = 'Active') then 'Address' end], null)
  from customer a, customer b where a.customer_id = one and b.customer_id = other
$$;

-- Returns the period key of a referral's rewards, which lets each reward be given once per referral.
create or replace function referral_period(id bigint) returns text language sql immutable as $$ select 'FGF ' || id $$;

-- Returns the rewards that were given for a referral and are not cancelled, expired or deleted.
create or replace function referral_rewards(id bigint) returns setof customer_reward language sql stable as $$
  select given.* from referral r join membership m on m.membership_no = r.referrer_membership_no
    join customer_reward given on given.customer_id in (m.customer_id, r.customer_id, surviving_customer(r.customer_id))
  where r.referral_id = id and given.type = 'Referral' and given.period = referral_period(id) and given.status in ('Active', 'Claimed', 'Collected')
$$;

-- Converts `source` to the argument that the reward functions expect.
create or replace function referral_rewarder(source jsonb) returns jsonb language sql stable as $$
  select source - 'Remark' || jsonb_build_object('At', coalesce((source->>'Now')::timestamptz, now()), 'UserName', coalesce(source->>'DecidedBy', source->>'UserName'))
$$;

-- Voids a referral: reverses its points, cancels active rewards and opens a review of claimed rewards.
-- If the points of a voided referral were already spent, they become arrears.
-- If the reason is 'Referrer has no purchase', the friend keeps points and rewards.
create or replace function void_referral(id bigint, why text, source jsonb) returns void language plpgsql as $$
declare
  lot record;
  given_reward customer_reward;
begin
  for lot in select h.history_id, h.point_amount from point_history h
    where h.object_type = 'Referral' and h.object_value = id::text and h.transaction_type = 'Referral'
      and (why = 'Sale cancelled' or h.source_key = 'referral:' || id || ':referrer')
    order by h.membership_no, h.history_id
  loop
    perform reverse_lot(lot.history_id, lot.point_amount, (source->>'Today')::date, jsonb_build_object(
      'ObjectType', 'Referral', 'ObjectValue', id::text, 'ReasonCode', why, 'OutletCode', source->'OutletCode', 'StaffId', source->'StaffId',
      'SourceKey', 'referral-void:' || lot.history_id, 'RequestId', source->'RequestId', 'CreatedById', source->'CreatedById'));
  end loop;
  for given_reward in select rewards.* from referral_rewards(id) rewards
    where why = 'Sale cancelled' or rewards.customer_id is distinct from (select surviving_customer(customer_id) from referral where referral_id = id)
    order by surviving_membership(rewards.membership_no), rewards.reference_code
  loop
    -- The reward is locked and read again, because a concurrent transaction may have handed it over.
    given_reward := lock_customer_reward(given_reward.reference_code, null);
    if given_reward.status = 'Active' then
      perform release_reward(given_reward, why, 'Cancelled', referral_rewarder(source));
    elsif given_reward.status in ('Claimed', 'Collected') then
      perform review_reward(given_reward.reference_code, 'Referral voided', null, (referral_rewarder(source)->>'At')::timestamptz);
    end if;
  end loop;
  perform close_waiting(m.customer_id, referral_period(id), (referral_rewarder(source)->>'At')::timestamptz)
  from referral r join membership m on m.membership_no = r.referrer_membership_no where r.referral_id = id;
  if why = 'Sale cancelled' then
    perform close_waiting(surviving_customer(customer_id), referral_period(id), (referral_rewarder(source)->>'At')::timestamptz)
    from referral where referral_id = id;
  end if;
  update referral set status = 'Voided', void_reason = why, voided_at = coalesce((source->>'Now')::timestamptz, now()) where referral_id = id;
end $$;

-- Returns the friend's first sale within the qualifying window that reaches the minimum amount after returns.
create or replace function qualifying_sale(one referral) returns transaction_summary language sql stable as $$
  select t.* from transaction_summary t join customer friend on friend.customer_id = one.customer_id
  where t.customer_id = one.customer_id and t.transaction_type = 'N' and t.net_amount >= one.minimum_amount
    and t.business_date between business_date_of(friend.created_at) and one.qualify_until
    and sale_left(t.transaction_id) >= one.minimum_amount
  order by t.performed_at, t.transaction_id limit 1
$$;

-- True if the qualifying sale still belongs to the friend and still reaches the minimum amount after returns.
create or replace function referral_stands(one referral) returns boolean language sql stable as $$
  select exists (select from transaction_summary t
    where t.transaction_id = one.transaction_id and t.customer_id = surviving_customer(one.customer_id) and sale_left(t.transaction_id) >= one.minimum_amount)
$$;

-- Updates the status of referrals from the current sales.
-- Rejected referrals and referrals voided after an award stay unchanged.
create or replace function evaluate_referrals(ids bigint[], source jsonb) returns void language plpgsql as $$
declare
  referral_row referral;
  referrer bigint;
  sale transaction_summary;
  today date := (source->>'Today')::date;
begin
  for referral_row in select r.* from referral r where r.referral_id = any (ids) order by r.referral_id for update loop
    select customer_id into referrer from membership where membership_no = referral_row.referrer_membership_no;
    if referral_row.status in ('Qualified', 'Approved') then
      if not referral_stands(referral_row) then
        perform void_referral(referral_row.referral_id, 'Sale cancelled', source);
      elsif referral_row.status = 'Approved' and not has_purchase(referrer) then
        perform void_referral(referral_row.referral_id, 'Referrer has no purchase', source);
      end if;
      select * into referral_row from referral where referral_id = referral_row.referral_id;
    end if;
    -- A referral voided before its award can qualify again with another sale, as in an exchange.
    if referral_row.status = 'Pending' or (referral_row.status = 'Voided' and referral_row.referrer_awarded is null) then
      sale := qualifying_sale(referral_row);
      if sale.transaction_id is not null then
        update referral set status = 'Qualified', transaction_id = sale.transaction_id, qualified_at = coalesce((source->>'Now')::timestamptz, now()),
          -- For a sale that is entered late, the return window begins on the day of entry.
          approve_from = greatest(sale.business_date, today) + referral_row.return_days, flags = in_common(referral_row.customer_id, referrer),
          voided_at = null, void_reason = null
        where referral_id = referral_row.referral_id;
      end if;
    end if;
  end loop;
end $$;

-- Evaluates the customer's referral after a sale, before points are credited, because this is the order of locks.
create or replace function referrals_on_sale_received(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  ids bigint[];
begin
  select array_agg(referral_id) into ids from referral
  where customer_id = sale.customer_id and (status = 'Pending' or (status = 'Voided' and referrer_awarded is null));
  if ids is not null then perform evaluate_referrals(ids, source); end if;
end $$;

-- Returns the referrals that depend on a sale as their qualifying sale, or as the referrer's only purchase.
-- The function also accepts a sale that has been returned.
create or replace function referrals_resting_on(sale transaction_summary) returns bigint[] language sql stable as $$
  select array_agg(referral_id) from (
    select referral_id from referral where transaction_id = sale.transaction_id and status in ('Qualified', 'Approved')
    union
    select r.referral_id from membership m join referral r on r.referrer_membership_no = m.membership_no and r.status in ('Qualified', 'Approved')
    where m.customer_id = sale.customer_id and not has_purchase(sale.customer_id, sale.transaction_id)
  ) dependent
$$;

-- Before a return: locks the referrals that depend on the sale, and the balances that change if they are voided.
create or replace function referrals_on_sale_returning(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  ids bigint[] := referrals_resting_on(sale);
  number text;
begin
  if ids is null then return; end if;
  perform from referral where referral_id = any (ids) order by referral_id for update;
  for number in
    select sale.membership_no where sale.membership_no is not null
    union select surviving_membership(h.membership_no) from point_history h
      where h.object_type = 'Referral' and h.object_value = any (ids::text[]) and h.transaction_type = 'Referral'
    union select surviving_membership(rewards.membership_no) from unnest(ids) id cross join lateral referral_rewards(id) rewards
    order by 1
  loop perform lock_balance(number); end loop;
end $$;

create or replace function referrals_on_sale_returned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform evaluate_referrals(referrals_resting_on(sale), source);
end $$;

-- Adds the decision on a referral to the referrer's activities (specification, sections 4 and 9).
create or replace function note_referral_activity(id bigint, decision text, source jsonb) returns void language sql as $$
  select note_activity(m.customer_id, 'FGF', 'Friend Get Friend', coalesce((
      select friend.membership_no from membership friend where friend.customer_id = surviving_customer(r.customer_id)
      order by friend.status = 'Active' desc, friend.join_date, friend.membership_no limit 1), 'Customer ' || r.customer_id) || decision,
    source->>'OutletCode', source)
  from referral r join membership m on m.membership_no = surviving_membership(r.referrer_membership_no) where r.referral_id = id
$$;

-- Approves a referral and gives its points and rewards.
-- Of several concurrent approvals only the first sees the status Qualified and succeeds.
create or replace function approve_referral(id bigint, source jsonb) returns void language plpgsql as $$
declare
  referral_row referral;
  sale_id bigint;
  referrer record;
  friend record;
  shared_details text[];
  today date := (source->>'Today')::date;
  lot jsonb;
begin
  loop
    select transaction_id into sale_id from referral where referral_id = id;
    perform from transaction_summary where transaction_id = sale_id for update;
    select * into referral_row from referral where referral_id = id for update;
    -- The loop locks again if the qualifying sale has changed since the first lock.
    exit when referral_row.transaction_id is not distinct from sale_id;
  end loop;
  if referral_row.status is distinct from 'Qualified' then
    raise exception 'notQualified' using errcode = 'CA001', detail = jsonb_build_object('Status', referral_row.status)::text;
  end if;
  if not referral_stands(referral_row) then raise exception 'saleCancelled' using errcode = 'CA001'; end if;
  select m.membership_no, m.customer_id, m.member_type, case when m.status = 'Active' then c.status else m.status end as status into referrer
  from membership m join customer c using (customer_id) where m.membership_no = referral_row.referrer_membership_no;
  select sale.membership_no, m.member_type, case when m.status = 'Active' then c.status else m.status end as status into friend
  from transaction_summary sale join membership m using (membership_no) join customer c on c.customer_id = m.customer_id where sale.transaction_id = sale_id;
  if referrer.status <> 'Active' then
    raise exception 'referrerNotActive' using errcode = 'CA001', detail = jsonb_build_object('Status', referrer.status)::text;
  end if;
  if friend.status <> 'Active' then
    raise exception 'friendNotActive' using errcode = 'CA001', detail = jsonb_build_object('Status', friend.status)::text;
  end if;
  if referral_row.referrer_points > 0 and referrer.member_type <> 'Premium Member' then raise exception 'referrerNotPremium' using errcode = 'CA001'; end if;
  if not has_purchase(referrer.customer_id) then raise exception 'referrerWithoutPurchase' using errcode = 'CA001'; end if;
  shared_details := in_common(referral_row.customer_id, referrer.customer_id);
  if shared_details <> '{}' and source->>'Remark' is null then raise exception 'needsReason' using errcode = 'CA001'; end if;
  -- A friend who is not a premium member gets no points.
  if friend.member_type <> 'Premium Member' then referral_row.friend_points := 0; end if;

  perform lock_balance(least(referrer.membership_no, friend.membership_no));
  perform lock_balance(greatest(referrer.membership_no, friend.membership_no));
  lot := source - 'Remark' || jsonb_build_object('BusinessDate', today, 'EarnedAt', coalesce((source->>'Now')::timestamptz, now()), 'AvailableFrom', today,
    'ObjectType', 'Referral', 'ObjectValue', id::text, 'ReferenceCode', 'FGF');
  if referral_row.referrer_points > 0 then
    perform credit_points(referrer.membership_no, 'Referral', referral_row.referrer_points, lot || jsonb_build_object(
      'ExpiryDate', adjustment_expiry(referrer.membership_no, today), 'Remark', friend.membership_no, 'SourceKey', 'referral:' || id || ':referrer'));
  end if;
  if referral_row.friend_points > 0 then
    perform credit_points(friend.membership_no, 'Referral', referral_row.friend_points, lot || jsonb_build_object(
      'ExpiryDate', adjustment_expiry(friend.membership_no, today), 'Remark', referrer.membership_no, 'SourceKey', 'referral:' || id || ':friend'));
  end if;
  update referral set status = 'Approved', flags = shared_details, referrer_awarded = referral_row.referrer_points, friend_awarded = referral_row.friend_points,
    decided_at = coalesce((source->>'Now')::timestamptz, now()), decided_by_id = (source->>'CreatedById')::bigint, decided_by = source->>'DecidedBy',
    decision_remark = source->>'Remark'
  where referral_id = id;
  perform note_referral_activity(id, ' APPROVED', source);
  perform give_by_system('Referral', referrer.membership_no, referral_period(id), referral_rewarder(source));
  if setting_text('referral.rewardFriend') = 'Y' then
    perform give_by_system('Referral', friend.membership_no, referral_period(id), referral_rewarder(source));
  end if;
end $$;

-- Nightly step: re-evaluates the next referral after file imports and approves it after its return window.
-- Each chunk processes one referral, because each referral locks a sale.
-- Friend and referrer are compared again, because phone numbers and addresses can change.
create or replace function referral_of_batch(after bigint, source jsonb)
returns table (first_key text, last_key text, done bigint, points bigint) language plpgsql as $$
declare
  referral_row referral;
  previous_status text;
  ready boolean;
  today date := (source->>'Today')::date;
begin
  select r.* into referral_row from referral r join membership m on m.membership_no = r.referrer_membership_no
  where r.referral_id > after and case r.status
    when 'Qualified' then (r.flags = '{}' and r.approve_from <= today) or not referral_stands(r)
    when 'Approved' then not referral_stands(r) or not has_purchase(m.customer_id)
    when 'Rejected' then false
    else r.referrer_awarded is null and (qualifying_sale(r)).transaction_id is not null end
  order by r.referral_id limit 1;
  if not found then return; end if;
  first_key := referral_row.referral_id::text;
  last_key := first_key;
  points := 0;
  previous_status := referral_row.status;
  perform from transaction_summary where transaction_id = referral_row.transaction_id for update;
  perform evaluate_referrals(array[referral_row.referral_id], source);
  select * into referral_row from referral where referral_id = referral_row.referral_id;

  if referral_row.status = 'Qualified' and referral_row.approve_from <= today then
    select in_common(referral_row.customer_id, m.customer_id), m.status = 'Active' and referrer.status = 'Active' and has_purchase(m.customer_id)
      and (referral_row.referrer_points = 0 or m.member_type = 'Premium Member') and holder.status = 'Active' and friend.status = 'Active'
    into referral_row.flags, ready
    from membership m join customer referrer on referrer.customer_id = m.customer_id, transaction_summary sale
      join membership holder on holder.membership_no = sale.membership_no join customer friend on friend.customer_id = holder.customer_id
    where m.membership_no = referral_row.referrer_membership_no and sale.transaction_id = referral_row.transaction_id;
    update referral set flags = referral_row.flags where referral_id = referral_row.referral_id and flags <> referral_row.flags;
    if ready and referral_row.flags = '{}' then perform approve_referral(referral_row.referral_id, source); end if;
  end if;
  select (r.status <> previous_status)::int, coalesce(r.referrer_awarded + r.friend_awarded, 0) into done, points
  from referral r where r.referral_id = referral_row.referral_id;
  if done = 0 then points := 0; end if;
  return next;
end $$;
