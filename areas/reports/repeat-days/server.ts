import { sql } from 'kysely'
import { addShareColumn } from '#kit/server/shares.ts'
import { hasMemberTypeSql, selectFromPurchaseDaysSql } from '../server/purchases.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { repeatDaysReport } from './contract.ts'

export const repeatDaysRoute = serveReport(repeatDaysReport, (_ctx, query) => ({
  usesIndexOrder: true,
  with: sql`customer_days as (
      ${selectFromPurchaseDaysSql(
        query.outlet,
        (
          days,
        ) => sql`select d.customer_id, count(*)::int - 1 as repeat_days, sum(d.net_sales) as net_sales from ${days} d
          where d.business_date between ${query.from} and ${query.until} and ${hasMemberTypeSql(query.MemberType)} group by 1`,
      )}
    ),
    counted as (
      select repeat_days, count(*)::int as buyers, sum(net_sales) as net_sales, (sum(count(*)) over (order by repeat_days desc))::int as at_least,
        sum(count(*)) over () as whole
      from customer_days group by 1
    ),
    r as (${addShareColumn(sql`select * from counted`, 'buyers', 'repeat_days')})`,
  from: sql`r`,
  select: sql`r.repeat_days, r.buyers, r.share, r.at_least, ${percentSql(sql`r.at_least`, sql`r.whole`)} as at_least_share,
    r.net_sales::numeric(16,2) as kept, round(r.net_sales / r.buyers, 2) as kept_per_buyer`,
  sort: { Share: 'r.buyers', AtLeastShare: 'r.at_least', KeptPerBuyer: sql`r.net_sales / r.buyers` },
  tie: sql`r.repeat_days`,
  totals: sql`coalesce(sum(r.buyers), 0)::int as buyers, coalesce(sum(r.buyers) filter (where r.repeat_days > 0), 0)::int as repeaters,
    ${percentSql(sql`coalesce(sum(r.buyers) filter (where r.repeat_days > 0), 0)`, sql`sum(r.buyers)`)} as repeat_rate,
    coalesce(sum(r.net_sales), 0)::numeric(16,2) as kept`,
}))
