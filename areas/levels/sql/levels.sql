-- Card levels: the spend of a member towards a level, and its effects after a sale, after a return and at night.
-- A change of level is a row of membership_level_history; apply_level moves the membership on the effective date.
-- The order of locks is in docs/architecture.md.

create or replace function level_effective_date(today date) returns date language sql stable as $$
  select case setting_text('levels.takeEffect') when 'At once' then today else today + 1 end
$$;

create or replace function has_due_level(member text) returns boolean language sql stable as $$
  select exists (select from membership_level_history waiting
    where waiting.membership_no = member and waiting.status = 'Approved' and waiting.applied_at is null and waiting.lapsed_at is null)
$$;

-- Returns the highest tier above the current one that the spend reaches. Spend cannot reach a tier with the amount 0.
create or replace function level_reached(of_group bigint, from_category text, spend numeric, day date)
returns table (code text, card_level_id bigint, accumulate_amount numeric) language sql stable as $$
  select tier.code, tier.card_level_id, tier.accumulate_amount
  from levels_of(of_group, day) tier
  where tier.accumulate_amount > 0 and tier.accumulate_amount <= spend
    and tier.level_sequence > (select level_sequence from card_category where card_category.code = from_category and status <> 'Deleted')
  order by tier.level_sequence desc limit 1
$$;

-- Returns the tier to which a member is downgraded; null if no lower tier exists.
create or replace function level_below(of_group bigint, from_category text, spend numeric, mode text, day date) returns text language sql stable as $$
  select tier.code
  from levels_of(of_group, day) tier
  where tier.level_sequence < (select level_sequence from card_category where card_category.code = from_category and status <> 'Deleted')
  -- Re-assess means the highest tier whose maintenance amount is met, else the lowest; One level the next lower tier.
  order by case when mode = 'Re-assess' then tier.maintain_amount <= spend end desc nulls last,
    case when mode = 'Re-assess' and tier.maintain_amount > spend then tier.level_sequence else -tier.level_sequence end
  limit 1
$$;

create or replace function level_cycle_end(of_group bigint, category text, starts date) returns date language sql stable as $$
  select (starts + make_interval(months => coalesce((select cycle_months from levels_of(of_group, starts) where code = category), 12)) - interval '1 day')::date
$$;

-- Begins the next cycle of a member. Cycles that have already ended are skipped without a review.
create or replace function renew_cycle(member text, starts date, today date, moment timestamptz) returns void language plpgsql as $$
declare
  holder membership;
  ends date;
begin
  select * into holder from membership where membership_no = member;
  ends := level_cycle_end(holder.card_group_id, holder.card_category_code, starts);
  while ends < today loop
    starts := ends + 1;
    ends := level_cycle_end(holder.card_group_id, holder.card_category_code, starts);
  end loop;
  update membership set cycle_start = starts, cycle_end = ends, version = version + 1, updated_at = moment where membership_no = member;
end $$;

-- Returns the display name of a category; null means non-premium.
create or replace function level_name(category text) returns text language sql stable as $$
  select coalesce((select name from card_category where code = category and status <> 'Deleted'), category, 'Non-Premium')
$$;

-- Applies an approved change of level on its effective date.
-- Only records the change as lapsed if the category changed meanwhile, or the membership was merged or deleted.
create or replace function apply_level(id bigint, today date, moment timestamptz) returns boolean language plpgsql as $$
declare
  change membership_level_history;
  holder membership;
begin
  select * into change from membership_level_history where level_history_id = id;
  perform from customer where customer_id = (select customer_id from membership where membership_no = change.membership_no)
    and (change.to_category is null or change.from_category is null) for update;
  select * into holder from membership where membership_no = change.membership_no for no key update;
  select * into change from membership_level_history where level_history_id = id for update;
  if change.status <> 'Approved' or change.applied_at is not null or change.lapsed_at is not null or change.effective_date > today then return false; end if;
  if holder.card_category_code is distinct from change.from_category or holder.status in ('Merged', 'Deleted') then
    update membership_level_history set lapsed_at = moment where level_history_id = id;
    return false;
  end if;
  update membership set card_category_code = change.to_category, cycle_start = change.cycle_start, cycle_end = change.cycle_end,
    member_type = case when change.to_category is null then 'Non-Premium Member' else 'Premium Member' end,
    activated_at = case when change.from_category is null then moment else activated_at end,
    version = version + 1, updated_by_id = change.decided_by_id, updated_at = moment
  where membership_no = change.membership_no;
  if change.to_category is null then
    update customer set member_type = 'Non-Premium Member', updated_at = moment
    where customer_id = holder.customer_id and not exists (
      select from membership other where other.customer_id = holder.customer_id and other.member_type = 'Premium Member' and other.status in ('Active', 'Inactive', 'Suspended'));
  end if;
  update membership_level_history set applied_at = moment where level_history_id = id;
  return true;
end $$;

-- Writes a change of level that the program decided, as approved or as pending in the approval queue.
-- Returns null instead of a change if the member's category has changed or another change is pending.
create or replace function write_level(member text, change text, source text, target text, why text, approved boolean, today date, moment timestamptz, facts jsonb)
returns bigint language plpgsql as $$
declare
  holder membership;
  person customer;
  id bigint;
  effective date := level_effective_date(today);
begin
  select * into holder from membership where membership_no = member for no key update;
  if holder.status <> 'Active' or coming_category(member) is distinct from source then return null; end if;
  select * into person from customer where customer_id = holder.customer_id;
  insert into membership_level_history (membership_no, action, from_category, to_category, reason, basis_amount, required_amount, basis_from, basis_to,
    basis_invoice_no, card_level_id, undoes_id, status, requested_at, outlet_code, decided_at, effective_date, cycle_start, cycle_end)
  values (member, change, source, target, why, (facts->>'BasisAmount')::numeric, (facts->>'RequiredAmount')::numeric, (facts->>'BasisFrom')::date,
    (facts->>'BasisTo')::date, facts->>'BasisInvoiceNo', (facts->>'CardLevelId')::bigint, (facts->>'UndoesId')::bigint,
    case when approved then 'Approved' else 'Pending' end, moment, person.registered_outlet_code,
    case when approved then moment end, case when approved then effective end,
    case when approved and target is not null then effective end, case when approved and target is not null then level_cycle_end(holder.card_group_id, target, effective) end)
  on conflict do nothing
  returning level_history_id into id;
  if id is null then return null; end if;
  if approved then
    if effective <= today then perform apply_level(id, today, moment); end if;
  else
    insert into approval (kind, object_type, object_id, summary, payload, privilege, membership_no, outlet_code, requested_by, requested_at)
    values ('Membership level', 'MembershipLevelHistory', id::text,
      jsonb_build_object('key', 'approvals:summary.' || lower(change), 'params', jsonb_build_object('name', person.full_name,
        'from', level_name(source), 'to', level_name(target))),
      jsonb_build_object('LevelHistoryId', id), 'Approve Level', member, person.registered_outlet_code, 'Automatic review', moment);
  end if;
  return id;
end $$;

-- Upgrades a member with enough spend in the cycle. Returns the change, or null without a change.
create or replace function upgrade_by_spend(member text, approved boolean, today date, moment timestamptz) returns bigint language plpgsql as $$
declare
  holder membership;
  source text;
  spend numeric;
  reached record;
begin
  select * into holder from membership where membership_no = member;
  if holder.member_type <> 'Premium Member' or holder.status <> 'Active' or holder.cycle_start is null then return null; end if;
  source := coming_category(member);
  spend := level_spend(member, holder.cycle_start, today);
  select * into reached from level_reached(holder.card_group_id, source, spend, today);
  if reached.code is null then return null; end if;
  return write_level(member, 'Upgrade', source, reached.code, 'Qualified by spend', approved, today, moment, jsonb_build_object(
    'BasisAmount', spend, 'RequiredAmount', reached.accumulate_amount, 'BasisFrom', holder.cycle_start, 'BasisTo', today, 'CardLevelId', reached.card_level_id));
end $$;

-- Upgrades a member right after a sale, if this is configured, instead of in the nightly batch.
create or replace function levels_on_sale_earned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  if setting_text('levels.upgradeAfterSale') = 'Y' and setting_text('levels.upgrades') <> 'Off' then
    perform upgrade_by_spend(sale.membership_no, setting_text('levels.upgrades') = 'Automatic', coalesce((source->>'Today')::date, sale.business_date),
      coalesce((source->>'Now')::timestamptz, now()));
  end if;
end $$;

-- Requests a downgrade once if sales behind an upgrade were returned. The downgrade always needs approval.
create or replace function level_after_cancel(member text, today date, moment timestamptz) returns bigint language plpgsql as $$
declare
  holder membership;
  gained membership_level_history;
  -- The current category of the member, including approved changes that are not in effect yet.
  current_category text;
  left_over numeric;
  required numeric;
  target text;
begin
  select * into holder from membership where membership_no = member;
  -- Selects the last upgrade by spend. A later upgrade by staff builds on it and does not hide it.
  select * into gained from membership_level_history history
  where history.membership_no = member and history.action = 'Upgrade' and history.status = 'Approved' and history.lapsed_at is null
    and history.reason = 'Qualified by spend'
  order by history.level_history_id desc limit 1;
  current_category := coming_category(member);
  if gained.level_history_id is null or current_category is null
    or (select level_sequence from card_category where code = current_category and status <> 'Deleted')
      < (select level_sequence from card_category where code = gained.to_category and status <> 'Deleted')
    or exists (select from membership_level_history later where later.membership_no = member and later.level_history_id > gained.level_history_id
      and later.action = 'Downgrade' and later.status = 'Approved' and later.lapsed_at is null)
    or exists (select from membership_level_history taken where taken.undoes_id = gained.level_history_id) then
    return null;
  end if;
  if gained.basis_invoice_no is not null then
    -- An upgrade by one invoice remains only if this invoice still reaches the amount by itself.
    select qualifying_amount into left_over from qualifying_sales(member, null, null) where invoice_no = gained.basis_invoice_no;
    required := coalesce(gained.required_amount, (select first_sales_amount from levels_of(holder.card_group_id, today) where code = gained.to_category), 0);
  else
    -- Later purchases are included: the upgrade remains if all purchases together reach the amount.
    left_over := level_spend(member, gained.basis_from, today);
    required := gained.required_amount;
  end if;
  left_over := coalesce(left_over, 0);
  if left_over >= required and (left_over > 0 or required > 0) then return null; end if;

  if gained.from_category is null then
    select code into target from levels_of(holder.card_group_id, today) tier
    where tier.first_sales_amount <= left_over and left_over > 0
      and tier.level_sequence < (select level_sequence from card_category where code = gained.to_category and status <> 'Deleted')
    order by tier.level_sequence desc limit 1;
  else
    target := coalesce((select code from levels_of(holder.card_group_id, today) where code = gained.from_category),
      level_below(holder.card_group_id, gained.to_category, 0, 'One level', today));
  end if;
  return write_level(member, 'Downgrade', current_category, target, 'Sale cancelled', false, today, moment, jsonb_build_object(
    'BasisAmount', left_over, 'RequiredAmount', required, 'BasisFrom', gained.basis_from,
    'BasisTo', case when gained.basis_from is not null then today end, 'CardLevelId', gained.card_level_id, 'UndoesId', gained.level_history_id));
end $$;

create or replace function levels_on_sale_returned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  if sale.membership_no is not null then
    perform level_after_cancel(sale.membership_no, (source->>'Today')::date, coalesce((source->>'Now')::timestamptz, now()));
  end if;
end $$;

-- Returns the cycle on a day: spend, end of the grace period, and the tier to which a downgrade would lead.
create or replace function cycle_status(holder membership, today date)
returns table (
  spend numeric, spend_by_end numeric, maintain_amount numeric, card_level_id bigint, downgrade_mode text, grace_until date, falls_to text
)
language sql stable as $$
  select spent.spend, case when spent.until > holder.cycle_end then level_spend(holder.membership_no, holder.cycle_start, holder.cycle_end) else spent.spend end,
    tier.maintain_amount, tier.card_level_id, tier.downgrade_mode, holder.cycle_end + tier.grace_days,
    case when tier.downgrade_mode <> 'Never' then level_below(holder.card_group_id, holder.card_category_code, spent.spend, tier.downgrade_mode, today) end
  from (
    select coalesce(level.maintain_amount, 0) as maintain_amount, level.card_level_id, coalesce(level.downgrade_mode, 'Never') as downgrade_mode, coalesce(level.grace_days, 0) as grace_days
    from (select) single_row left join levels_of(holder.card_group_id, today) level on level.code = holder.card_category_code
  ) tier
  cross join lateral (select least(today, holder.cycle_end + tier.grace_days) as until) span
  cross join lateral (select level_spend(holder.membership_no, holder.cycle_start, span.until) as spend, span.until) spent
$$;

-- Reviews the ended cycle of a member. Returns the outcome; null while the cycle is open.
-- With enough spend the member keeps the category; otherwise purchases in the grace period are included.
-- If the spend is still too low after the grace period, a downgrade is requested.
create or replace function review_cycle(member text, today date, moment timestamptz) returns text language plpgsql as $$
declare
  holder membership;
  cycle record;
  result text;
  change bigint;
  starts date;
begin
  select * into holder from membership where membership_no = member for no key update;
  if holder.member_type <> 'Premium Member' or holder.status <> 'Active' or holder.cycle_end is null or holder.cycle_end >= today
    or has_due_level(member) or exists (select from membership_cycle_review past where past.membership_no = member and past.cycle_end = holder.cycle_end) then
    return null;
  end if;
  -- The nightly batch runs before the shops open, so yesterday is the last day with purchases.
  select * into cycle from cycle_status(holder, today - 1);
  starts := holder.cycle_end + 1;
  if cycle.spend_by_end >= cycle.maintain_amount then result := 'Kept';
  elsif cycle.spend >= cycle.maintain_amount then
    result := 'Kept in grace';
    -- Purchases in the grace period were part of the old cycle, so the new cycle starts today or after the grace period.
    starts := least(today, cycle.grace_until + 1);
  elsif setting_text('levels.downgrades') = 'Off' then result := 'Off';
  elsif cycle.downgrade_mode = 'Never' then result := 'Never';
  elsif today <= cycle.grace_until then return null;
  elsif cycle.falls_to is null then result := 'Lowest';
  else
    change := write_level(member, 'Downgrade', holder.card_category_code, cycle.falls_to, 'Cycle review', setting_text('levels.downgrades') = 'Automatic', today, moment,
      jsonb_build_object('BasisAmount', cycle.spend, 'RequiredAmount', cycle.maintain_amount, 'BasisFrom', holder.cycle_start,
        'BasisTo', cycle.grace_until, 'CardLevelId', cycle.card_level_id));
    -- If another change is pending, the cycle is reviewed after the decision about that change.
    if change is null then return null; end if;
    result := 'Downgrade';
  end if;
  insert into membership_cycle_review (membership_no, cycle_start, cycle_end, card_category_code, card_level_id, spend, maintain_amount, outcome, level_history_id, reviewed_at)
  values (member, holder.cycle_start, holder.cycle_end, holder.card_category_code, cycle.card_level_id, cycle.spend, cycle.maintain_amount, result, change, moment);
  if result <> 'Downgrade' then perform renew_cycle(member, starts, today, moment); end if;
  return result;
end $$;

-- The nightly functions process a chunk of members by number, and return its first and last number and its changes.

create or replace function apply_levels_of_many(after text, members integer, today date, moment timestamptz)
returns table (first_key text, last_key text, done bigint) language plpgsql as $$
declare
  due record;
begin
  done := 0;
  for due in
    with chunk as (
      select distinct membership_no from membership_level_history
      where status = 'Approved' and applied_at is null and lapsed_at is null and effective_date <= today and membership_no > after
      order by membership_no limit members)
    select level_history_id, history.membership_no from membership_level_history history join chunk using (membership_no)
    where status = 'Approved' and applied_at is null and lapsed_at is null and effective_date <= today
    order by history.membership_no, level_history_id
  loop
    first_key := coalesce(first_key, due.membership_no);
    last_key := due.membership_no;
    done := done + apply_level(due.level_history_id, today, moment)::int;
  end loop;
  if last_key is not null then return next; end if;
end $$;

create or replace function upgrade_many(after text, members integer, approved boolean, today date, moment timestamptz)
returns table (first_key text, last_key text, done bigint) language plpgsql as $$
declare
  numbers text[];
  member text;
begin
  select array_agg(membership_no order by membership_no) into numbers from (
    select membership_no from membership
    where membership_no > after and member_type = 'Premium Member' and status = 'Active' and cycle_start is not null
    order by membership_no limit members) chunk;
  if numbers is null then return; end if;
  first_key := numbers[1];
  last_key := numbers[cardinality(numbers)];
  done := 0;
  -- The spend of all members of the chunk is computed at once, so only members who reached a tier are processed singly.
  -- OFFSET 0 keeps the planner from computing category and spend again for each tier.
  for member in
    select candidate.membership_no
    from (
      select holder.membership_no, holder.card_group_id, coming_category(holder.membership_no) as category, level_spend(holder.membership_no, holder.cycle_start, today) as spend
      from membership holder where holder.membership_no = any(numbers)
      offset 0
    ) candidate
    cross join lateral level_reached(candidate.card_group_id, candidate.category, candidate.spend, today)
    order by candidate.membership_no
  loop
    done := done + (upgrade_by_spend(member, approved, today, moment) is not null)::int;
  end loop;
  return next;
end $$;

create or replace function review_cycles_of_many(after text, members integer, today date, moment timestamptz)
returns table (first_key text, last_key text, done bigint) language plpgsql as $$
declare
  member text;
begin
  done := 0;
  for member in
    select membership_no from membership
    where membership_no > after and member_type = 'Premium Member' and status = 'Active' and cycle_end < today
    order by membership_no limit members
  loop
    first_key := coalesce(first_key, member);
    last_key := member;
    done := done + (review_cycle(member, today, moment) is not null)::int;
  end loop;
  if last_key is not null then return next; end if;
end $$;

-- The statement includes imported cancellations, and members who had another pending change when a sale was returned.
create or replace function levels_after_cancel_of_many(after text, members integer, today date, moment timestamptz)
returns table (first_key text, last_key text, done bigint) language plpgsql as $$
declare
  member text;
begin
  done := 0;
  for member in
    select distinct gained.membership_no from membership_level_history gained
    where gained.membership_no > after and gained.action = 'Upgrade' and gained.status = 'Approved' and gained.reason = 'Qualified by spend'
      and not exists (select from membership_level_history taken where taken.undoes_id = gained.level_history_id)
      and exists (select from transaction_summary back where back.membership_no = gained.membership_no and back.transaction_type = 'C')
    order by gained.membership_no limit members
  loop
    first_key := coalesce(first_key, member);
    last_key := member;
    done := done + (level_after_cancel(member, today, moment) is not null)::int;
  end loop;
  if last_key is not null then return next; end if;
end $$;
