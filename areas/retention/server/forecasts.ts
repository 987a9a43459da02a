import { sql } from 'kysely'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containsName, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type { Forecast, ForecastRow } from '../contract.ts'
import * as contract from '../contract.ts'

/** SQL of the field Chance, which classifies the probability of being active by the configured thresholds. */
export async function returnChanceSql(ctx: Pick<Ctx, 'db'>) {
  const { 'retention.atRiskPercent': risk, 'retention.lostPercent': lost } = await readSettings(ctx)
  return sql`case when forecast.purchase_days = 1 then 'Once' when forecast.probability_active * 100 >= ${risk}::int then 'Likely'
    when forecast.probability_active * 100 >= ${lost}::int then 'At risk' when forecast.probability_active is not null then 'Lost' end`
}

const forecastColumns = async (ctx: Ctx) => sql`
  forecast.customer_id, forecast.as_of, forecast.purchase_days, forecast.first_purchase_date, forecast.last_purchase_date, forecast.usual_days,
  ${ctx.today}::date - forecast.last_purchase_date as silent_days, ${await returnChanceSql(ctx)} as chance,
  round(forecast.probability_active * 100)::int as probability_active, round(forecast.expected_purchases, 1)::text as expected_purchases`

/** Returns the purchase forecast of one customer. */
export async function getForecast(ctx: Ctx, { CustomerId }: Input<typeof contract.getForecast>) {
  const { rows } = await sql<Forecast>`
    select ${await forecastColumns(ctx)} from customer_forecast forecast where forecast.customer_id = ${CustomerId}`.execute(
    ctx.db,
  )
  return { Forecast: rows[0] ?? null }
}

/** Lists customers with their purchase forecasts. */
export async function listForecasts(ctx: Ctx, { Search }: Input<typeof contract.listForecasts>) {
  const outlet = resolveOutletFilter(ctx, Search.OutletCode, contract.retentionRefusals.otherOutlet)
  const chance = await returnChanceSql(ctx)
  return sqlList({
    from: sql`customer_forecast forecast join customer using (customer_id)
      left join lateral (
        select m.membership_no, m.card_category_code from membership m where m.customer_id = customer.customer_id
          and m.status = 'Active' order by m.member_type = 'Premium Member' desc, m.join_date limit 1
      ) membership on true
      left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
      left join staff adviser on adviser.staff_id = customer.preferred_staff_id`,
    where: [
      sql`customer.status in ('Active', 'Inactive')`,
      containsName('customer.full_name', Search.FullName),
      equals('customer.registered_outlet_code', outlet),
      equals('membership.card_category_code', Search.CardCategoryCode),
      equals('customer.preferred_staff_id', Search.PreferredStaffId),
      Search.Chance && sql`${chance} = ${Search.Chance}`,
    ],
    select: sql<ForecastRow>`${await forecastColumns(ctx)}, customer.full_name, membership.membership_no, category.name as card_category_name,
      customer.registered_outlet_code, customer.contact_no, adviser.full_name as preferred_staff_name,
      case when exists (select from task where task.customer_id = customer.customer_id and task.status not in ('Completed', 'Deleted'))
        then 'Y' else 'N' end as open_task_yn,
      forecast.expected_value`,
    sort: {
      ExpectedValue: (direction) => sql`forecast.expected_value ${direction} nulls last`,
      ProbabilityActive: (direction) => sql`forecast.probability_active ${direction} nulls last`,
      ExpectedPurchases: (direction) => sql`forecast.expected_purchases ${direction} nulls last`,
      SilentDays: (direction) => sql`${ctx.today}::date - forecast.last_purchase_date ${direction}`,
      PurchaseDays: 'forecast.purchase_days',
      LastPurchaseDate: 'forecast.last_purchase_date',
      FullName: 'customer.full_name',
    },
    tie: 'forecast.customer_id',
  })
}

/** Returns the latest fit of the purchase model. */
export async function getRetentionFit(ctx: Ctx) {
  const { rows } = await sql<contract.RetentionFit>`
    select as_of, fitted_at, checked_at, status, customers, came_back, parameters, calibration from retention_fit order by fit_id desc limit 1`.execute(
    ctx.db,
  )
  return { Fit: rows[0] ?? null }
}
