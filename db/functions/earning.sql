-- HOW A SALE EARNS POINTS. One rule for the till, the manual entry, the import and the simulator: all of them ask this
-- function, one sale at a time or a hundred thousand lines at once.

do $$
begin
  create type earning_line as (
    -- What ties the lines of one sale together; any number the caller likes.
    document bigint,
    line integer,
    membership_no text,
    sale_date date,
    brand text,
    product_type text,
    product_group text,
    -- What counts: net of discount, without tax, voucher, trade-in; 0 for lines that do not earn.
    base numeric
  );
exception when duplicate_object then null;
end $$;

-- The last day on which points earned on `earned_on` may be used; null means they never expire.
create or replace function points_expiry_date(earned_on date, validity_months integer, rounding text) returns date
language sql immutable as $$
  select case
    when validity_months is null then null
    when rounding = 'End of month' then (date_trunc('month', earned_on + make_interval(months => validity_months)) + interval '1 month' - interval '1 day')::date
    else (earned_on + make_interval(months => validity_months))::date
  end
$$;

-- What of a line's net amount earns: voucher and trade-in pay for every line in proportion, whether it earns or not.
create or replace function earning_base(net numeric, net_of_sale numeric, paid_otherwise numeric) returns numeric
language sql immutable as $$
  select case when paid_otherwise = 0 or net_of_sale <= 0 then net else net - paid_otherwise * net / net_of_sale end
$$;

-- Points of each line, with the versions of the rules that gave them and the exact points before rounding. Lines of one
-- document are rounded together, once. Each line gets the whole part of its own exact points, and the points left over go
-- to the largest fractions, so that the parts always sum to the whole and no line is further than one point from its own.
drop function if exists points_earning(earning_line[]);
create function points_earning(lines earning_line[])
returns table (
  document bigint, line integer, points bigint, document_points bigint,
  rate_detail_id bigint, structure_detail_id bigint, card_level_id bigint,
  available_from date, expiry_date date, exact numeric, level_multiplier numeric
)
language sql stable as $$
  with item as materialized (select * from unnest(lines) where base <> 0),
  kind as materialized (select distinct membership_no, sale_date, brand, product_type, product_group from item),
  -- The rules that hold for a member on a day: the most specific structure that runs, and the level's own multipliers.
  member_day as materialized (
    select day.membership_no, day.sale_date, member.card_category_code, plan.*, level.card_level_id, level.point_validity_months,
      case when extract(month from customer.date_of_birth) = extract(month from day.sale_date)
        then greatest(level.point_multiplier, level.birthday_multiplier) else level.point_multiplier end as level_multiplier
    from (select distinct membership_no, sale_date from kind) day
    join membership member on member.membership_no = day.membership_no
      and member.member_type = 'Premium Member' and member.status <> 'Deleted'
    join customer on customer.customer_id = member.customer_id
    cross join lateral (
      select detail.structure_detail_id, detail.multiplier, structure.validity_months, structure.expiry_rounding,
        structure.pending_days, structure.minimum_spend, structure.max_points_per_invoice, structure.rounding
      from point_structure structure
      join point_structure_detail detail on detail.structure_id = structure.structure_id and detail.status = 'Active'
        and day.sale_date >= detail.effective_from and day.sale_date <= coalesce(detail.effective_to, 'infinity')
      where structure.status = 'Active'
        and coalesce(structure.card_group_id, member.card_group_id) = member.card_group_id
        and coalesce(structure.card_category_code, member.card_category_code) = member.card_category_code
        and coalesce(structure.member_type, member.member_type) = member.member_type
      order by structure.card_category_code is null, structure.card_group_id is null, structure.member_type is null, structure.structure_id
      limit 1
    ) plan
    left join lateral (
      select card_level.card_level_id, card_level.point_multiplier, card_level.birthday_multiplier, card_level.point_validity_months
      from card_category category
      join card_level on card_level.card_category_id = category.card_category_id and card_level.status = 'Active'
        and day.sale_date >= card_level.effective_from and day.sale_date <= coalesce(card_level.effective_to, 'infinity')
      where category.code = member.card_category_code and category.status <> 'Deleted'
    ) level on true
  ),
  -- The most specific rate wins: product group, product type, card category, the brand alone; the template for All only
  -- where the brand has none.
  rate_key as materialized (
    select distinct kind.brand, kind.product_type, kind.product_group, member_day.card_category_code, kind.sale_date
    from kind join member_day using (membership_no, sale_date)
  ),
  rate as materialized (
    select rate_key.*, chosen.*
    from rate_key cross join lateral (
      select detail.rate_detail_id, detail.amount, detail.point_rate
      from point_rate
      join point_rate_detail detail on detail.rate_id = point_rate.rate_id and detail.status = 'Active'
        and rate_key.sale_date >= detail.effective_from and rate_key.sale_date <= coalesce(detail.effective_to, 'infinity')
      where point_rate.status = 'Active'
        and upper(point_rate.brand) in (upper(rate_key.brand), 'ALL')
        and case point_rate.object_type
          when 'ProductGroup' then upper(point_rate.object_value) = upper(rate_key.product_group)
          when 'ProductType' then upper(point_rate.object_value) = upper(rate_key.product_type)
          when 'CardCategory' then upper(point_rate.object_value) = rate_key.card_category_code
          else true end
      order by upper(point_rate.brand) = 'ALL',
        array_position(array['ProductGroup', 'ProductType', 'CardCategory', 'All'], point_rate.object_type)
      limit 1
    ) chosen
  ),
  -- All that does not depend on the line's amount is worked out once for a member's day and kind of goods.
  rule as materialized (
    select (row_number() over ())::int as rule_no, kind.*, rate.rate_detail_id, rate.amount, member_day.structure_detail_id, member_day.card_level_id,
      member_day.minimum_spend, member_day.max_points_per_invoice, member_day.rounding,
      coalesce(member_day.level_multiplier, 1) as level_multiplier,
      rate.point_rate * member_day.multiplier * coalesce(member_day.level_multiplier, 1) as factor,
      kind.sale_date + member_day.pending_days as available_from,
      points_expiry_date(kind.sale_date, coalesce(member_day.point_validity_months, member_day.validity_months), member_day.expiry_rounding) as expiry_date
    from kind
    join member_day using (membership_no, sale_date)
    join rate on rate.brand = kind.brand and rate.sale_date = kind.sale_date
      and rate.product_type is not distinct from kind.product_type and rate.product_group is not distinct from kind.product_group
      and rate.card_category_code = member_day.card_category_code
  ),
  part as materialized (
    select item.document, item.line, item.base, rule.rule_no, rule.minimum_spend, rule.max_points_per_invoice, rule.rounding,
      -- Multiplied first, divided last: the only inexact step is one division with 20 decimals.
      (item.base * rule.factor)::numeric(60, 20) / rule.amount as points
    from item
    join rule on rule.membership_no = item.membership_no and rule.sale_date = item.sale_date and rule.brand = item.brand
      and rule.product_type is not distinct from item.product_type and rule.product_group is not distinct from item.product_group
  ),
  -- Rounded once over the document's lines. They are of one member and day, so they have one structure.
  sale as materialized (
    select document, positive, whole_parts,
      case when spent < minimum_spend then 0
        else least(
          case rounding when 'Half up' then round(greatest(round(exact, 12), 0)) else floor(greatest(round(exact, 12), 0)) end,
          max_points_per_invoice, 1000000000) end as whole
    from (
      select document, sum(points) filter (where points > 0) as positive, sum(points) as exact, sum(base) as spent,
        sum(floor(round(greatest(points, 0), 12))) as whole_parts,
        max(minimum_spend) as minimum_spend, max(max_points_per_invoice) as max_points_per_invoice, max(rounding) as rounding
      from part group by document
    ) summed
  ),
  -- Where a cap, a least purchase or a line that lowers the sale leaves less than the whole parts of the lines, they are
  -- scaled to what is left, by their exact points.
  -- A full join, here and at the end, though nothing is missing on either side: the planner, which expects a few lines,
  -- could turn any other into a comparison of all with all. `offset 0` keeps each step from being worked out again
  -- wherever it is used.
  share as (
    select part.document, part.line, part.rule_no, sale.whole, round(part.points, 6) as exact,
      case when part.points <= 0 then 0
        when sale.whole >= sale.whole_parts then round(part.points, 12)
        else round(part.points * sale.whole / sale.positive, 12) end as quota
    from part full join sale on sale.document = part.document offset 0
  ),
  split as (select share.*, floor(quota) as parts, quota - floor(quota) as rest from share offset 0),
  ranked as (
    select split.*, row_number() over sale_lines as place, split.whole - sum(split.parts) over sale_lines as left_over
    from split window sale_lines as (partition by split.document order by split.rest desc, split.line rows between unbounded preceding and unbounded following)
  )
  select ranked.document, ranked.line, (ranked.parts + (ranked.place <= ranked.left_over)::int)::bigint, ranked.whole::bigint,
    rule.rate_detail_id, rule.structure_detail_id, rule.card_level_id, rule.available_from, rule.expiry_date,
    ranked.exact, rule.level_multiplier
  from ranked full join rule on rule.rule_no = ranked.rule_no
$$;
