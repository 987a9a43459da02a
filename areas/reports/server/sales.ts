import { type RawBuilder, sql } from 'kysely'
import { allOf, equals, isBetweenBounds, type RowFilter } from '#kit/server/filters.ts'

// SQL of the sales figures that all reports share; alias `t` is a row of transaction_summary.

// The texts `reports:meaning` explain the figures on screen.
// In every row and total, net is gross less discount and returns.

/** SQL of the net amount, after discount and without tax: positive for a sale, negative for a cancellation. */
export const netAmountSql = sql`net_moved(t.transaction_type, t.net_amount)`
/** SQL of the discount of a sale; 0 for a cancellation. */
export const discountAmountSql = sql`(case when t.transaction_type = 'N' then t.discount else 0.00 end)`
/** SQL of the amount of a sale before discount and tax; 0 for a cancellation. */
export const grossAmountSql = sql`(case when t.transaction_type = 'N' then t.net_amount + t.discount else 0.00 end)`
/** SQL of the net amount of a cancellation; 0 for a sale. */
export const returnedAmountSql = sql`(case when t.transaction_type = 'C' then t.net_amount else 0.00 end)`
/** SQL that formats a number of pieces with up to three decimals; null becomes 0. */
export const formatPiecesSql = (sum: RawBuilder<unknown>) => sql`trim_scale(coalesce(${sum}, 0))::text`
/** SQL of the join `bonus`, which adds each sale's campaign points. */
export const saleBonusJoin = sql`left join (select transaction_id, sum(given)::bigint as given from sale_bonus group by 1) bonus
  on bonus.transaction_id = t.transaction_id`
/** SQL of the points that a sale earned, bonuses included; requires the join `saleBonusJoin`. */
export const pointsEarnedSql = sql`(case when t.transaction_type = 'N' then t.earned_points + coalesce(bonus.given, 0) else 0 end)`
/** SQL of the points that a cancellation reversed, bonuses included. */
export const pointsReversedSql = sql`(case when t.transaction_type = 'C' then t.reversed_points else 0 end)`

/** SQL condition that a moment is on a business day of the period; PostgreSQL can use an index of the moment. */
export const isWithinDaysSql = (moment: RawBuilder<unknown>, { from, until }: { from: string; until: string }) =>
  sql`(${moment} >= (${from}::date::timestamp at time zone business_zone()) and ${moment} < ((${until}::date + 1)::timestamp at time zone business_zone()))`

/** SQL condition that excludes sales that await approval or were rejected. */
export const isApprovedSaleSql = sql`(t.approval_status is null or t.approval_status = 'Approved')`

/** SQL condition that a sale has a member; PostgreSQL can use the index by customer and day. */
export const isSaleToMemberSql = sql`(t.membership_no is not null and t.customer_id is not null)`

/** SQL condition that all pieces of a sale were returned. */
export const isFullyReturnedSql = sql`(t.transaction_id in (
  select d.transaction_id from transaction_detail d where d.cancelled_quantity <> 0
    and not exists (select from transaction_detail line where line.transaction_id = d.transaction_id and abs(line.cancelled_quantity) < abs(line.quantity))))`

/** SQL condition that a sale counts as a purchase: at least one of its pieces was not returned. */
export const isPurchaseSql = sql`(t.transaction_type = 'N' and not ${isFullyReturnedSql} and (t.net_amount > 0 or has_kept_piece(t.transaction_id)))`

type MemberSalesQuery = {
  from?: string
  until?: string
  outlet?: string | null
  OriginalDateYN?: 'Y' | 'N' | undefined
}

/**
 * SQL of sales to members as subquery `sale`, sorted by member.
 * The sales are sorted by an index, because hashing all buyers in memory would take twice as long.
 * Expressions with several uses are calculated once in this subquery.
 */
export const salesByMemberSql = ({ from, until, outlet = null, OriginalDateYN }: MemberSalesQuery) => sql`(
  select t.membership_no, t.business_date, t.transaction_type, t.net_amount, ${netAmountSql} as net, ${discountAmountSql} as discount, ${isPurchaseSql} as is_purchase
  from transaction_summary t
  where ${allOf([isSaleToMemberSql, isApprovedSaleSql, from !== undefined && until !== undefined && isSaleInPeriodSql({ from, until, OriginalDateYN }), equals('t.outlet_code', outlet)])}
  order by t.membership_no) sale`

/**
 * SQL of a percentage with one decimal.
 * Percentages that add up to 100 use addShareColumn instead, which rounds them together.
 */
export const percentSql = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`to_char(round(100.0 * ${part} / nullif(${whole}, 0), 1), 'FM999999990.0')`

/** SQL of the join `main_membership` of customer `c`: the oldest active membership, or else the oldest one. */
export const mainMembershipJoin = sql`left join lateral (
  select m.membership_no, m.card_category_code from membership m where m.customer_id = c.customer_id
  order by (m.status = 'Active') desc, (m.status not in ('Deleted', 'Merged')) desc, m.join_date, m.membership_no limit 1
) main_membership on true`

type Day = string | RawBuilder<unknown>
type OriginalDate = { OriginalDateYN?: 'Y' | 'N' | undefined }
type Days = OriginalDate & { from: Day; until: Day }

/**
 * SQL of the day on which a sale or cancellation counts; with OriginalDateYN a cancellation counts on its sale's day.
 * A file cancellation that returns several sales counts on the day of the latest one.
 */
export const saleDaySql = ({ OriginalDateYN }: OriginalDate) =>
  OriginalDateYN === 'Y'
    ? sql`case when t.transaction_type = 'C'
        then coalesce((select original.business_date from transaction_summary original where original.transaction_id = t.original_transaction_id),
          (select max(original.business_date) from transaction_detail back join transaction_summary original on original.transaction_id = back.original_transaction_id
            where back.transaction_id = t.transaction_id), t.business_date)
        else t.business_date end`
    : sql`t.business_date`

/** SQL condition that a sale or cancellation counts in the period; a cancellation is never earlier than its sale. */
export const isSaleInPeriodSql = ({ from, until, OriginalDateYN }: Days) =>
  OriginalDateYN === 'Y'
    ? sql`(t.business_date >= ${from} and ${saleDaySql({ OriginalDateYN })} between ${from} and ${until})`
    : sql`t.business_date between ${from} and ${until}`

/** SQL of the outlet that redeemed the points of ledger row `h`; a refund has the outlet of its redemption. */
export const redemptionOutletSql = sql`coalesce((select g.redeemed_outlet_code from customer_reward g where g.reference_code = h.reference_code),
  case when h.transaction_type = 'Redeem Refund' and h.object_type = 'Redemption' then (select redemption.outlet_code from point_history redemption where redemption.history_id = h.object_value::bigint) end,
  h.outlet_code)`

type SaleFilterValues = Partial<
  Record<'SalesPersonCode' | 'ProductType' | 'ProductGroup' | 'AmountFrom' | 'AmountTo', string | undefined>
> &
  Days & { outlet: string | null }

/** SQL conditions of the filters that lists of sales share: period, outlet, salesperson, goods, absolute net amount. */
export const saleFilterConditions = ({ ProductType, ProductGroup, ...filters }: SaleFilterValues): RowFilter[] => [
  isSaleInPeriodSql(filters),
  equals('t.outlet_code', filters.outlet),
  equals('t.sales_person_code', filters.SalesPersonCode),
  (ProductType || ProductGroup) &&
    sql`exists (select from transaction_detail d where d.transaction_id = t.transaction_id
      and (${ProductType ?? null}::text is null or upper_text(d.product_type) = ${ProductType ?? null})
      and (${ProductGroup ?? null}::text is null or upper_text(d.product_group) = ${ProductGroup ?? null}))`,
  isBetweenBounds('t.net_amount', filters.AmountFrom, filters.AmountTo),
]
