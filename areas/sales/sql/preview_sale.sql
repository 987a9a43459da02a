-- PREVIEW OF A MANUAL SALE by the functions that post sales (evaluated_sale, points_earning), without writes or locks.

create or replace function preview_sale(input jsonb) returns jsonb language plpgsql stable as $$
declare
  account_id bigint := (input->>'CreatedById')::bigint;
  today date := (input->>'Today')::date;
  evaluated record;
  member membership;
  sale transaction_summary;
  lines transaction_detail[];
  bases numeric[];
  needs_approval boolean := false;
  usable bigint := 0;
  owed bigint := 0;
  earned jsonb;
  base_points bigint;
  bonuses jsonb := '[]';
  bonus_points bigint := 0;
  next_tier text;
  next_amount numeric;
  spent numeric;
begin
  select * into evaluated from evaluated_sale(input);
  if input->>'MembershipNo' is not null then
    member := sale_member(input->>'MembershipNo');
    if is_own_customer(account_id, member.customer_id) then perform refuse_sale('ownSale'); end if;
    needs_approval := manual_sale_above(account_id, member.membership_no, today, evaluated.total, (input->>'ManualLimit')::numeric);
  end if;
  sale.transaction_id := 0;
  sale.membership_no := member.membership_no;
  sale.customer_id := member.customer_id;
  sale.outlet_code := input->>'OutletCode';
  sale.performed_at := instant_of(input->>'PerformedAt');
  sale.business_date := business_date_of(sale.performed_at);
  sale.trade_in := (input->>'TradeIn')::numeric;
  sale.voucher_amount := (input->>'VoucherAmount')::numeric;

  lines := sale_lines(sale.transaction_id, evaluated.lines);
  bases := line_bases(sale, lines);

  with line as materialized (
    select lines[line_index] as detail, bases[line_index] as base from generate_subscripts(lines, 1) line_index
  ),
  whole as materialized (
    select sum((detail).net_amount) as net, coalesce(sum((detail).net_amount) filter (where (detail).eligible_yn = 'Y'), 0.00) as eligible from line
  ),
  earning as materialized (
    select part.* from points_earning(earning_lines(sale, lines, member.membership_no)) part
  ),
  previewed as (
    select line.detail, earning.*, line.base, version.amount, version.point_rate
    from line
    left join earning on earning.line = (detail).sequence_no
    left join point_rate_detail version on version.rate_detail_id = earning.rate_detail_id
  )
  -- Amounts inside JSON are strings, so that readers do not convert them to floating-point numbers.
  select jsonb_build_object('Points', coalesce(max(document_points), 0), 'Exact', coalesce(sum(exact), 0)::text,
    'AvailableFrom', max(available_from), 'ExpiryDate', max(expiry_date), 'LevelMultiplier', max(level_multiplier)::text,
    'StructureDetailId', max(structure_detail_id), 'CardLevelId', max(card_level_id),
    'QualifyingAmount', (select qualifying_amount(eligible, net, sale.trade_in + sale.voucher_amount) from whole),
    'Lines', coalesce(jsonb_agg(jsonb_build_object('SequenceNo', (detail).sequence_no, 'EligibleYN', (detail).eligible_yn, 'EarningAmount', base::text,
      'RateAmount', amount::text, 'PointRate', point_rate::text, 'Exact', coalesce(exact, 0)::text, 'Points', coalesce(points, 0))
      order by (detail).sequence_no), '[]'))
  into earned from previewed;
  base_points := (earned->>'Points')::bigint;
  perform refuse_too_many_points(base_points);
  if earned->>'AvailableFrom' is not null then
    select coalesce(jsonb_agg(jsonb_build_object('Code', cause, 'Name', name, 'Points', bonus.points, 'Multiplier', (rate + 1)::text,
        'MinimumPurchase', nullif(minimum, 0)::text) order by cause), '[]'), coalesce(sum(bonus.points), 0)
    into bonuses, bonus_points from sale_bonuses(sale, lines_with_points(lines, earned->'Lines'), input, false) bonus where bonus.points > 0;
    perform refuse_too_many_points((select max((bonus->>'Points')::bigint) from jsonb_array_elements(bonuses) bonus));
  end if;

  if member.member_type = 'Premium Member' and member.cycle_start is not null then
    select tier.name, tier.accumulate_amount into next_tier, next_amount from levels_of(member.card_group_id, today) tier
    where tier.accumulate_amount > 0
      and tier.level_sequence > (select level_sequence from card_category where code = coming_category(member.membership_no) and status <> 'Deleted')
    order by tier.level_sequence limit 1;
    if found then spent := level_spend(member.membership_no, member.cycle_start, today); end if;
  end if;
  if member.membership_no is not null then
    select coalesce(sum(remaining), 0) into usable from spendable_lots(member.membership_no, today);
    select coalesce(max(arrears + reserved), 0) into owed from point_balance where membership_no = member.membership_no and balance_type = 'Jewel Club Points';
  end if;
  return earned - 'StructureDetailId' - 'CardLevelId' || jsonb_build_object(
    'MembershipNo', member.membership_no,
    'Bonuses', bonuses, 'BonusPoints', bonus_points,
    'WaitsYN', case when needs_approval then 'Y' else 'N' end,
    'Available', greatest(usable - owed, 0),
    -- The preview counts points that can be used at once; a sale that awaits approval adds no points.
    'AvailableAfter', greatest(usable - owed + case when needs_approval or (earned->>'AvailableFrom')::date > today or (earned->>'ExpiryDate')::date < today
      then 0 else base_points + bonus_points end, 0),
    -- Purchases before the current cycle do not count towards the next tier.
    'QualifyingAmount', case when needs_approval or member.cycle_start is null or sale.business_date < member.cycle_start then '0.00' else earned->>'QualifyingAmount' end,
    'NextTier', case when spent is not null then
      jsonb_build_object('Name', next_tier, 'Amount', next_amount::text, 'Spent', spent::text) end,
    'BirthdayYN', case when (earned->>'LevelMultiplier')::numeric > (select point_multiplier from card_level where card_level_id = (earned->>'CardLevelId')::bigint)
      then 'Y' else 'N' end)
    || coalesce((
      select jsonb_build_object('StructureName', structure.name, 'StructureMultiplier', period.multiplier::text, 'Rounding', structure.rounding,
        'MinimumSpend', structure.minimum_spend::text, 'MaxPointsPerInvoice', structure.max_points_per_invoice)
      from point_structure_detail period join point_structure structure using (structure_id)
      where period.structure_detail_id = (earned->>'StructureDetailId')::bigint
    ), '{"StructureName": null, "StructureMultiplier": null, "Rounding": null, "MinimumSpend": null, "MaxPointsPerInvoice": null}');
end $$;
