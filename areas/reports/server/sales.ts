import { type RawBuilder, sql } from 'kysely'
import { allOf, equals, type Filter, within } from '#kit/server/filters.ts'

// What every report means by sales. `t` is a row of transaction_summary.

// FIGURES have one definition each, here and in words on screen (`reports:meaning`). In every row and total, gross less discount and returns is net.

/** Net amount of sales (after discount, without tax: what earns points), less that of cancellations, each on its own day. */
export const net = sql`net_moved(t.transaction_type, t.net_amount)`
/** Of sales. */
export const discount = sql`(case when t.transaction_type = 'N' then t.discount else 0.00 end)`
/** Of sales, before discount and tax. */
export const gross = sql`(case when t.transaction_type = 'N' then t.net_amount + t.discount else 0.00 end)`
/** Net amount of cancellations. */
export const returns = sql`(case when t.transaction_type = 'C' then t.net_amount else 0.00 end)`
/** Pieces with up to three decimals, from a sum that may be null. */
export const pieces = (sum: RawBuilder<unknown>) => sql`trim_scale(coalesce(${sum}, 0))::text`
/** `bonus` for a join: the points that campaigns added to each sale. */
export const bonuses = sql`left join (select transaction_id, sum(given)::bigint as given from sale_bonus group by 1) bonus
  on bonus.transaction_id = t.transaction_id`
/** Points that a sale earned, bonuses included; a cancellation earns none. With `bonuses`. */
export const pointsEarned = sql`(case when t.transaction_type = 'N' then t.earned_points + coalesce(bonus.given, 0) else 0 end)`
/** Points that a cancellation took back, bonuses included. */
export const pointsReversed = sql`(case when t.transaction_type = 'C' then t.reversed_points else 0 end)`

/** A moment on one of these days of the business zone, said so that an index by time finds it. */
export const onDays = (moment: RawBuilder<unknown>, { from, until }: { from: string; until: string }) =>
  sql`(${moment} >= (${from}::date::timestamp at time zone business_zone()) and ${moment} < ((${until}::date + 1)::timestamp at time zone business_zone()))`

/** It counts: what waits for a second person, or was turned down, is no sale. */
export const counts = sql`(t.approval_status is null or t.approval_status = 'Approved')`

/** It is a member's: said so that the index by customer and day can be read alone. */
export const ofMembers = sql`(t.membership_no is not null and t.customer_id is not null)`

/** All of it came back. */
export const nothingLeft = sql`(t.transaction_id in (
  select d.transaction_id from transaction_detail d where d.cancelled_quantity <> 0
    and not exists (select from transaction_detail kept where kept.transaction_id = d.transaction_id and abs(kept.cancelled_quantity) < abs(kept.quantity))))`

/** A purchase: a piece of it was bought and kept, whatever it cost. */
export const kept = sql`(t.transaction_type = 'N' and not ${nothingLeft} and (t.net_amount > 0 or has_kept_piece(t.transaction_id)))`

type OfMembers = { from?: string; until?: string; outlet?: string | null; OriginalDateYN?: 'Y' | 'N' | undefined }

/**
 * The sales of members on these days, or ever, and at this outlet, one member after the other: `sale` with membership_no, business_date, transaction_type,
 * net_amount, net, discount and kept. They come by an index of that order; a table in memory of all who
 * bought would take twice as long, and what is asked of a sale more than once is worked out once.
 */
export const salesByMember = ({ from, until, outlet = null, OriginalDateYN }: OfMembers) => sql`(
  select t.membership_no, t.business_date, t.transaction_type, t.net_amount, ${net} as net, ${discount} as discount, ${kept} as kept
  from transaction_summary t
  where ${allOf([ofMembers, counts, from !== undefined && until !== undefined && onSaleDays({ from, until, OriginalDateYN }), equals('t.outlet_code', outlet)])}
  order by t.membership_no) sale`

/** A rate in percent with one decimal. Parts of one whole are rounded together: withShares. */
export const percent = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`to_char(round(100.0 * ${part} / nullif(${whole}, 0), 1), 'FM999999990.0')`

/** The membership that stands for a customer: the live one they had first. `c` is the row of customer. */
export const standing = sql`left join lateral (
  select m.membership_no, m.card_category_code from membership m where m.customer_id = c.customer_id
  order by (m.status = 'Active') desc, (m.status not in ('Deleted', 'Merged')) desc, m.join_date, m.membership_no limit 1
) standing on true`

type Day = string | RawBuilder<unknown>
type Original = { OriginalDateYN?: 'Y' | 'N' | undefined }
type Days = Original & { from: Day; until: Day }

/**
 * The day on which it counts: a cancellation on its own, or on that of the sale which it takes back. One from a file may take back lines of several
 * sales, each of which names its own: then on that of the latest.
 */
export const saleDay = ({ OriginalDateYN }: Original) =>
  OriginalDateYN === 'Y'
    ? sql`case when t.transaction_type = 'C'
        then coalesce((select original.business_date from transaction_summary original where original.transaction_id = t.original_transaction_id),
          (select max(original.business_date) from transaction_detail back join transaction_summary original on original.transaction_id = back.original_transaction_id
            where back.transaction_id = t.transaction_id), t.business_date)
        else t.business_date end`
    : sql`t.business_date`

/** On these days. A cancellation never comes before its sale. */
export const onSaleDays = ({ from, until, OriginalDateYN }: Days) =>
  OriginalDateYN === 'Y'
    ? sql`(t.business_date >= ${from} and ${saleDay({ OriginalDateYN })} between ${from} and ${until})`
    : sql`t.business_date between ${from} and ${until}`

/** Where points were redeemed. A refund is of the outlet at which was redeemed, no matter who cancels. `h` is a row of point_history. */
export const redeemedAt = sql`coalesce((select g.redeemed_outlet_code from customer_reward g where g.reference_code = h.reference_code),
  case when h.transaction_type = 'Redeem Refund' and h.object_type = 'Redemption' then (select taken.outlet_code from point_history taken where taken.history_id = h.object_value::bigint) end,
  h.outlet_code)`

type SalesAsked = Partial<
  Record<'SalesPersonCode' | 'ProductType' | 'ProductGroup' | 'AmountFrom' | 'AmountTo', string | undefined>
> &
  Days & { outlet: string | null }

/** What lists of sales are asked by: days, outlet, adviser, goods of any of the lines, and the net amount, whatever it moved. */
export const salesAsked = ({ ProductType, ProductGroup, ...asked }: SalesAsked): Filter[] => [
  onSaleDays(asked),
  equals('t.outlet_code', asked.outlet),
  equals('t.sales_person_code', asked.SalesPersonCode),
  (ProductType || ProductGroup) &&
    sql`exists (select from transaction_detail d where d.transaction_id = t.transaction_id
      and (${ProductType ?? null}::text is null or upper_text(d.product_type) = ${ProductType ?? null})
      and (${ProductGroup ?? null}::text is null or upper_text(d.product_group) = ${ProductGroup ?? null}))`,
  within('t.net_amount', asked.AmountFrom, asked.AmountTo),
]
