import { type RawBuilder, sql } from 'kysely'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { MyDay, Occasion, OwnRequest, OwnSale } from '../contract/my-day.ts'

const AHEAD_DAYS = 7
const OCCASIONS_MAX = 30
const SALES_MAX = 3
const REQUESTS_MAX = 3

/** Returns the caller's day: occasions, own sales and registrations, pending requests. All queries run in parallel. */
export async function getMyDay(ctx: Ctx): Promise<MyDay> {
  const { roles } = ctx.actor
  const [occasions, sales, registered, requests] = await Promise.all([
    roles.has('Customer') ? occasionsOf(ctx) : null,
    roles.has('Customer Transaction') ? ownSales(ctx) : null,
    roles.has('Customer') ? registeredBy(ctx) : null,
    ownRequests(ctx),
  ])
  return {
    Occasions: occasions?.rows ?? null,
    OccasionCount: occasions?.total ?? 0,
    Sales: sales?.rows ?? null,
    SaleCount: sales?.total ?? 0,
    SalesAmount: sales?.amount ?? null,
    Registered: registered,
    Requests: requests.rows,
    RequestCount: requests.total,
  }
}

/** The SQL for month and day as one number, as in the indexes: 1122 for 22 November. */
const yearDay = (column: string): RawBuilder<number> =>
  sql`(extract(month from ${sql.raw(column)}) * 100 + extract(day from ${sql.raw(column)}))`

/** Returns the coming days with month and day as one number. In years without 29 February, 28 February replaces it. */
function daysAhead(today: string) {
  const from = Date.parse(today)
  return Array.from({ length: AHEAD_DAYS }, (_, dayOffset) => new Date(from + dayOffset * 86_400_000)).flatMap(
    (day) => {
      const on = day.toISOString().slice(0, 10)
      const number = (day.getUTCMonth() + 1) * 100 + day.getUTCDate()
      const isLeapYear = new Date(Date.UTC(day.getUTCFullYear(), 1, 29)).getUTCMonth() === 1
      return number === 228 && !isLeapYear
        ? [
            { on, number },
            { on, number: 229 },
          ]
        : [{ on, number }]
    },
  )
}

async function occasionsOf(ctx: Ctx) {
  const outlet = outletOfCallerLists(ctx)
  const days = daysAhead(ctx.today)
  const occasionQuery = (kind: Occasion['Kind'], column: string) => sql`
    select customer.customer_id, ${sql.lit(kind)} as kind, upcoming.on_day,
      (extract(year from upcoming.on_day) - extract(year from customer.${sql.raw(column)}))::int as years
    from upcoming join customer on ${yearDay(`customer.${column}`)} = upcoming.number
    where customer.${sql.raw(column)} is not null and customer.status = 'Active'
      and ${outlet === null ? sql`true` : sql`customer.registered_outlet_code = ${outlet}`}`
  const { rows } = await sql<Occasion & { Count: number }>`
    with upcoming (number, on_day) as (
      select * from unnest(${days.map(({ number }) => number)}::numeric[], ${days.map(({ on }) => on)}::date[])
    ), occasion as materialized (
      ${occasionQuery('Birthday', 'date_of_birth')} union all ${occasionQuery('Wedding anniversary', 'wedding_anniversary')}
    ), page as (
      select occasion.*, customer.full_name, customer.contact_no, customer.email, active_membership.membership_no, active_membership.card_category_code,
        coalesce(customer.preferred_staff_id = ${ctx.actor.staffId}::bigint, false) as own, count(*) over () as count
      from occasion join customer using (customer_id)
      join lateral (select membership_no, card_category_code from membership
        where membership.customer_id = occasion.customer_id and membership.status = 'Active' order by membership_no limit 1) active_membership on true
      order by on_day, own desc, full_name, customer_id, kind limit ${OCCASIONS_MAX}
    )
    select page.customer_id, page.membership_no, page.full_name, page.kind, page.on_day as on,
      case when page.kind = 'Wedding anniversary' and page.years > 0 then page.years end as years,
      category.name as card_category_name, category.color, page.contact_no, page.email, page.count,
      coalesce((select array_agg(channel order by channel) from (
        select distinct on (channel) channel, granted_yn from customer_consent consent
        where consent.customer_id = page.customer_id and channel <> 'Service'
        order by channel, recorded_at desc, consent_id desc) latest where granted_yn = 'Y'), '{}') as channels
    from page left join card_category category on category.code = page.card_category_code and category.status <> 'Deleted'
    order by page.on_day, page.own desc, page.full_name, page.customer_id, page.kind`.execute(ctx.db)
  return { total: rows[0]?.Count ?? 0, rows: rows.map(({ Count: _count, ...row }) => row) }
}

/**
 * Today's sales that the caller entered or that a till sent with the caller's code.
 * Sales that await approval are not among the caller's sales of today.
 */
async function ownSales({ db, actor, today }: Ctx) {
  const { rows } = await sql<OwnSale & { Count: number; Amount: string }>`
    with own as materialized (
      select t.transaction_id, t.transaction_type, t.invoice_no, t.customer_id, net_moved(t.transaction_type, t.net_amount) as net_moved, t.performed_at
      from transaction_summary t
      where t.business_date = ${today} and (t.approval_status is null or t.approval_status = 'Approved')
        and (${actor.isHQ}::boolean or t.outlet_code = ${actor.outletCode})
        and (t.created_by_id = ${actor.userId}
          or t.sales_person_code = (select sales_person_code from staff where staff_id = ${actor.staffId}))
    )
    select own.transaction_type, own.invoice_no, customer.full_name as customer_name, own.net_moved,
      (select count(*) from own where transaction_type = 'N') as count, (select sum(net_moved) from own) as amount
    from own left join customer using (customer_id)
    order by own.performed_at desc, own.transaction_id desc limit ${SALES_MAX}`.execute(db)
  return {
    total: rows[0]?.Count ?? 0,
    amount: rows[0]?.Amount ?? '0.00',
    rows: rows.map(({ Count: _count, Amount: _amount, ...row }) => row),
  }
}

async function registeredBy({ db, actor, today }: Ctx): Promise<number> {
  const { rows } = await sql<{ Count: number }>`
    select count(distinct customer_id) as count from membership join customer using (customer_id)
    where membership.join_date = ${today} and customer.created_by_id = ${actor.userId}
      and customer.registration_source = 'CRM' and customer.status <> 'Deleted'`.execute(db)
  return rows[0]?.Count ?? 0
}

async function ownRequests({ db, actor }: Ctx) {
  const { rows } = await sql<OwnRequest & { Count: number }>`
    select approval.approval_id, approval.kind, customer.full_name as customer_name, approval.requested_at, count(*) over () as count
    from approval
    left join membership on membership.membership_no = approval.membership_no
    left join customer on customer.customer_id = membership.customer_id
    where approval.requested_by_id = ${actor.userId} and approval.status = 'Pending'
    order by approval.requested_at, approval.approval_id limit ${REQUESTS_MAX}`.execute(db)
  return { total: rows[0]?.Count ?? 0, rows: rows.map(({ Count: _count, ...row }) => row) }
}
