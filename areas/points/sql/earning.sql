-- HOW A SALE EARNS POINTS.
-- Till, manual entry, import and simulator call the functions of this file, for one sale or for many lines.

select define_type('earning_line', $$
  -- Number that groups the lines of one sale; the caller can choose any number.
  document bigint,
  line integer,
  membership_no text,
  sale_date date,
  brand text,
  product_type text,
  product_group text,
  -- The earning amount of a line: net of discount, without tax, voucher and trade-in; 0 if the goods do not earn.
  base numeric,
  -- Time of the sale; null means the end of the day. A rate that was ended on that day applies to earlier sales only.
  sold_at timestamptz,
  -- Structure that the sale names or used before; null selects the structure that applies to the member on that day.
  structure_id bigint
$$);

-- All earning lines are built by line_to_earn. PostgreSQL inlines it and line_of_sale into the calling query.
-- Named arguments allow a new rate dimension to be added here without changes to callers that do not use it.
drop function if exists line_to_earn;
create function line_to_earn(document bigint, line integer, membership_no text, sale_date date, brand text, base numeric,
  product_type text default null, product_group text default null, sold_at timestamptz default null, structure_id bigint default null)
returns earning_line language sql immutable as $$
  select row(document, line, membership_no, sale_date, brand, product_type, product_group, base, sold_at, structure_id)::earning_line
$$;

-- Builds an earning line from a line of a sale, for the sale's member or for a member to whom it may be assigned.
create or replace function line_of_sale(sale transaction_summary, detail transaction_detail, member text, base numeric, structure_id bigint)
returns earning_line language sql immutable as $$
  select line_to_earn(document => sale.transaction_id, line => detail.sequence_no, membership_no => member, sale_date => sale.business_date,
    brand => detail.brand, base => base, product_type => detail.product_type, product_group => detail.product_group,
    sold_at => sale.performed_at, structure_id => structure_id)
$$;

-- True if a structure applies to members of this group, category and type. An empty field of the structure matches all.
create or replace function structure_is_for(group_id bigint, category text, member_type text, of_group bigint, of_category text, of_type text) returns boolean
language sql immutable as $$
  select coalesce(group_id, of_group) = of_group and coalesce(category, of_category) = of_category and coalesce(member_type, of_type) = of_type
$$;

-- RATE DIMENSIONS, narrowest first; areas/points/contract/rates.ts has the same list for the pages.
-- Callers pass goods and the buyer's category as one object: {"ProductGroup": …, "CardCategory": …}.
create or replace function rate_dimensions() returns text[] language sql immutable as $$
  select array['ProductGroup', 'ProductType', 'CardCategory', 'All']
$$;

-- True if a rate applies to goods of a brand; `sold` contains the goods' values of the rate dimensions.
drop function if exists rate_is_for(text, text, text, text, text, text, text);
create or replace function rate_is_for(brand text, object_type text, object_value text, of_brand text, sold jsonb) returns boolean
language sql immutable as $$
  select upper(brand) in (upper(of_brand), 'ALL') and (object_type = 'All' or upper(object_value) = upper(sold->>object_type))
$$;

-- Selects the structure for a member on a day: the narrowest of the running structures.
-- A card category is narrower than a card group, and a card group is narrower than a member type.
-- Two structures of the same scope never run on one day (structures_apart).
-- A named structure applies regardless of its scope and present status, with its period of that day or the nearest one.
-- PostgreSQL inlines structure_for into the calling query, so it is fast for a hundred thousand lines.
create or replace function structure_for(of_group bigint, of_category text, of_type text, day date, named bigint)
returns table (
  structure_id bigint, structure_detail_id bigint, multiplier numeric, validity_months integer, expiry_rounding text,
  pending_days integer, minimum_spend numeric, max_points_per_invoice bigint, rounding text
)
language sql stable as $$
  select structure.structure_id, detail.structure_detail_id, detail.multiplier, structure.validity_months, structure.expiry_rounding,
    structure.pending_days, structure.minimum_spend, structure.max_points_per_invoice, structure.rounding
  from point_structure structure
  join point_structure_detail detail on detail.structure_id = structure.structure_id and detail.status = 'Active'
  where case when named is not null then structure.structure_id = named
    else structure.status = 'Active' and structure.named_only_yn = 'N'
      and day >= detail.effective_from and day <= coalesce(detail.effective_to, 'infinity')
      and structure_is_for(structure.card_group_id, structure.card_category_code, structure.member_type, of_group, of_category, of_type) end
  order by structure.card_category_code is null, structure.card_group_id is null, structure.member_type is null, structure.structure_id,
    day > coalesce(detail.effective_to, 'infinity'), day < detail.effective_from, abs(day - detail.effective_from)
  limit 1
$$;

-- Selects the rate for goods on a day. Precedence: product group, product type, card category, brand.
-- The rate for the brand "All" applies only if the goods' own brand has no rate.
-- A rate that was ended during the day applies to sales before that moment.
drop function if exists rate_for(text, text, text, text, date, timestamptz);
create or replace function rate_for(of_brand text, sold jsonb, day date, moment timestamptz)
returns table (rate_id bigint, rate_detail_id bigint, amount numeric, point_rate numeric)
language sql stable as $$
  select rate.rate_id, detail.rate_detail_id, detail.amount, detail.point_rate
  from point_rate rate
  join point_rate_detail detail on detail.rate_id = rate.rate_id and detail.status = 'Active'
    and day >= detail.effective_from and day <= coalesce(detail.effective_to, 'infinity')
    and (detail.expired_at is null or day < detail.effective_to or detail.expired_at > moment)
  where rate.status = 'Active'
    and rate_is_for(rate.brand, rate.object_type, rate.object_value, of_brand, sold)
  order by upper(rate.brand) = 'ALL', array_position(rate_dimensions(), rate.object_type),
    detail.expired_at nulls last
  limit 1
$$;

-- Returns the last day on which points earned on `earned_on` may be used; null means that they never expire.
create or replace function points_expiry_date(earned_on date, validity_months integer, rounding text) returns date
language sql immutable as $$
  select case
    when validity_months is null then null
    when rounding = 'End of month' then (date_trunc('month', earned_on + make_interval(months => validity_months)) + interval '1 month' - interval '1 day')::date
    else (earned_on + make_interval(months => validity_months))::date
  end
$$;

-- Splits an amount in proportion to weights, to the cent, by largest remainder: the parts always sum to the amount.
create or replace function spread_cents(amount numeric, weights numeric[]) returns numeric[] language sql immutable as $$
  with exact as (
    select weight_index, amount * 100 * weight / nullif(sum(weight) over (), 0) as cents from unnest(weights) with ordinality as numbered (weight, weight_index)
  ),
  ranked as (
    select weight_index, floor(cents) as cents, row_number() over (order by cents - floor(cents) desc, weight_index) as remainder_rank, amount * 100 - sum(floor(cents)) over () as left_over from exact
  )
  select array_agg(round((cents + (remainder_rank <= left_over)::int) / 100, 2) order by weight_index) from ranked
$$;

-- Calculates the earning amount of each line in whole cents, so that sums can be compared exactly with a minimum.
-- The amount paid by voucher or trade-in reduces every line in proportion, whether the line's goods earn or not.
drop function if exists earning_base(numeric, numeric, numeric);
create or replace function earning_bases(nets numeric[], paid_otherwise numeric) returns numeric[] language plpgsql immutable as $$
declare
  parts numeric[];
begin
  if paid_otherwise = 0 or (select sum(net) from unnest(nets) net) <= 0 then return nets; end if;
  parts := spread_cents(paid_otherwise, nets);
  for line_index in 1 .. coalesce(array_length(nets, 1), 0) loop
    nets[line_index] := nets[line_index] - parts[line_index];
  end loop;
  return nets;
end $$;

-- Builds the part of a ledger entry that explains a sale's points: their dates and the versions of the rules.
create or replace function earned_lot(available_from date, expiry_date date, structure_detail_id bigint, card_level_id bigint, level_multiplier numeric)
returns jsonb language sql stable as $$
  select jsonb_build_object('AvailableFrom', available_from, 'ExpiryDate', expiry_date, 'Rules', jsonb_build_object(
    'StructureDetailId', structure_detail_id, 'CardLevelId', card_level_id, 'LevelMultiplier', level_multiplier::text))
$$;

-- Calculates the points of each line, with the rule versions that apply and the exact points before rounding.
-- The lines of one document are rounded together once, not line by line.
-- Each line gets the whole part of its exact points; the lines with the largest fractions get the remaining points.
-- The points of the lines add up to the document's points; each line differs by at most one from its exact points.
drop function if exists points_earning(earning_line[]);
create function points_earning(lines earning_line[])
returns table (
  document bigint, line integer, points bigint, document_points bigint,
  rate_detail_id bigint, structure_detail_id bigint, card_level_id bigint,
  available_from date, expiry_date date, exact numeric, level_multiplier numeric
)
language sql stable as $$
  -- Selects the moments at which rates were ended, with their business day.
  -- A line needs only the last of these moments before its sale, so `moment` replaces the time of sale.
  -- The columns `moment` and `named` are never null, which keeps the joins simple.
  with ended as materialized (select distinct effective_to as day, expired_at from point_rate_detail where expired_at is not null and status = 'Active'),
  item as materialized (
    select line.*, coalesce(line.structure_id, 0) as named, coalesce((
      select max(ended.expired_at) from ended
      where ended.day = line.sale_date and ended.expired_at <= coalesce(line.sold_at, 'infinity')), '-infinity') as moment
    from unnest(lines) line where base <> 0
  ),
  kind as materialized (select distinct membership_no, sale_date, named, moment, brand, product_type, product_group from item),
  -- Selects the rules of a member on a day: the structure that applies, and the multipliers of the day's category.
  member_day as materialized (
    select day.membership_no, day.sale_date, day.named, category.code as card_category_code, plan.*, level.card_level_id, level.point_validity_months,
      case when extract(month from customer.date_of_birth) = extract(month from day.sale_date)
        then greatest(level.point_multiplier, level.birthday_multiplier) else level.point_multiplier end as level_multiplier
    from (select distinct membership_no, sale_date, named from kind) day
    join membership member on member.membership_no = day.membership_no and member.status <> 'Deleted'
    join customer on customer.customer_id = member.customer_id
    cross join lateral category_on(member.membership_no, member.card_category_code, day.sale_date) category
    cross join lateral structure_for(member.card_group_id, category.code, 'Premium Member', day.sale_date, nullif(day.named, 0)) plan
    left join lateral (
      select card_level.card_level_id, card_level.point_multiplier, card_level.birthday_multiplier, card_level.point_validity_months
      from card_category tier
      join card_level on card_level.card_category_id = tier.card_category_id and card_level.status = 'Active'
        and day.sale_date >= card_level.effective_from and day.sale_date <= coalesce(card_level.effective_to, 'infinity')
      where tier.code = category.code and tier.status <> 'Deleted'
    ) level on true
    where category.code is not null
  ),
  rate_key as materialized (
    select distinct kind.brand, kind.product_type, kind.product_group, member_day.card_category_code, kind.sale_date, kind.moment
    from kind join member_day using (membership_no, sale_date, named)
  ),
  rate as materialized (
    select rate_key.*, chosen.*
    from rate_key
    cross join lateral (select jsonb_build_object('ProductGroup', product_group, 'ProductType', product_type, 'CardCategory', card_category_code) as sold
      offset 0) goods
    cross join lateral rate_for(rate_key.brand, goods.sold, rate_key.sale_date, rate_key.moment) chosen
  ),
  -- Values that do not depend on the line's amount are computed once per member, day and kind of goods.
  rule as materialized (
    select (row_number() over ())::int as rule_no, kind.*, rate.rate_detail_id, rate.amount, member_day.structure_detail_id, member_day.card_level_id,
      member_day.minimum_spend, member_day.max_points_per_invoice, member_day.rounding,
      coalesce(member_day.level_multiplier, 1) as level_multiplier,
      rate.point_rate * member_day.multiplier * coalesce(member_day.level_multiplier, 1) as factor,
      kind.sale_date + member_day.pending_days as available_from,
      points_expiry_date(kind.sale_date, coalesce(member_day.point_validity_months, member_day.validity_months), member_day.expiry_rounding) as expiry_date
    from kind
    join member_day using (membership_no, sale_date, named)
    join rate on rate.brand = kind.brand and rate.sale_date = kind.sale_date and rate.moment = kind.moment
      and rate.product_type is not distinct from kind.product_type and rate.product_group is not distinct from kind.product_group
      and rate.card_category_code = member_day.card_category_code
  ),
  part as materialized (
    select item.document, item.line, item.base, rule.rule_no, rule.minimum_spend, rule.max_points_per_invoice, rule.rounding,
      -- Points are multiplied first and divided last, because only the division is inexact; it keeps 20 decimals.
      (item.base * rule.factor)::numeric(60, 20) / rule.amount as points
    from item
    join rule on rule.membership_no = item.membership_no and rule.sale_date = item.sale_date and rule.brand = item.brand
      and rule.named = item.named and rule.moment = item.moment
      and rule.product_type is not distinct from item.product_type and rule.product_group is not distinct from item.product_group
  ),
  -- Points are rounded once over the document's lines, which share one structure because they have one member and day.
  sale as materialized (
    select document, positive, whole_parts,
      case when spent < minimum_spend then 0
        else least(
          case rounding when 'Half up' then round(greatest(round(exact, 12), 0)) else floor(greatest(round(exact, 12), 0)) end,
          max_points_per_invoice,
          -- More points than a lot may have are cut to one above the maximum, which refuse_too_many_points rejects.
          1000000001) end as whole
    from (
      select document, sum(points) filter (where points > 0) as positive, sum(points) as exact, sum(base) as spent,
        sum(floor(round(greatest(points, 0), 12))) as whole_parts,
        max(minimum_spend) as minimum_spend, max(max_points_per_invoice) as max_points_per_invoice, max(rounding) as rounding
      from part group by document
    ) summed
  ),
  -- Reduces the points of all lines in proportion if the document has fewer points than the sum of whole parts.
  -- The full joins here and at the end prevent nested loops over all pairs; all rows on both sides have a match.
  -- PostgreSQL's planner expects few lines, so it could execute any other join as a nested loop.
  -- The clause `offset 0` prevents the planner from computing a step again for each reference.
  share as (
    select part.document, part.line, part.rule_no, sale.whole, trunc(round(part.points, 12), 6) as exact,
      case when part.points <= 0 then 0
        when sale.whole >= sale.whole_parts then round(part.points, 12)
        else round(part.points * sale.whole / sale.positive, 12) end as quota
    from part full join sale on sale.document = part.document offset 0
  ),
  split as (select share.*, floor(quota) as parts, quota - floor(quota) as fraction from share offset 0),
  ranked as (
    select split.*, row_number() over sale_lines as remainder_rank, split.whole - sum(split.parts) over sale_lines as left_over
    from split window sale_lines as (partition by split.document order by split.fraction desc, split.line rows between unbounded preceding and unbounded following)
  )
  select ranked.document, ranked.line, (ranked.parts + (ranked.remainder_rank <= ranked.left_over)::int)::bigint, ranked.whole::bigint,
    rule.rate_detail_id, rule.structure_detail_id, rule.card_level_id, rule.available_from, rule.expiry_date,
    ranked.exact, rule.level_multiplier
  from ranked full join rule on rule.rule_no = ranked.rule_no
$$;
