import { sql } from 'kysely'
import { equals } from '#kit/server/filters.ts'
import { addShareColumn } from '#kit/server/shares.ts'
import { categoryMovementsSql, categorySequenceSql } from '../server/categories.ts'
import { serveReport } from '../server/report.ts'
import { categoryMovesReport } from './contract.ts'

const sequence = (column: string) => categorySequenceSql(sql.ref(column))

export const categoryMovesRoute = serveReport(categoryMovesReport, (_ctx, query) => {
  const detail = query.ReportType === 'Detail'
  const movementColumns = sql`case when was_member then before end as from_category, case when is_member then after end as to_category, movement`
  const people = sql`select membership_no, customer_id, full_name as customer_name, registered_outlet_code, join_date, 1 as members, ${movementColumns}
    from member_movement join customer using (customer_id)`
  const grouped = sql`select ${movementColumns}, count(*)::int as members from member_movement group by 1, 2, 3`
  return {
    with: detail
      ? sql`${categoryMovementsSql(query)}, r as (${people})`
      : sql`${categoryMovementsSql(query)}, r as (${addShareColumn(sql`select *, concat(to_category, movement) as to_key from (${grouped}) moves`, 'members', 'to_key', 'from_category')})`,
    from: sql`r`,
    where: [
      equals('r.movement', query.CategoryMove),
      query.FromCategory !== undefined && sql`upper(r.from_category) = ${query.FromCategory}`,
      query.ToCategory !== undefined && sql`upper(r.to_category) = ${query.ToCategory}`,
    ],
    select: detail
      ? sql`r.membership_no as key, r.from_category, r.to_category, r.movement as category_move, 1 as members, null as share, r.membership_no, r.customer_id,
          r.customer_name, r.registered_outlet_code, r.join_date`
      : sql`concat(r.from_category, '/', r.to_category) as key, r.from_category, r.to_category, r.movement as category_move, r.members,
          case when r.from_category is not null then r.share end as share, null as membership_no, null as customer_id,
          null as customer_name, null as registered_outlet_code, null as join_date`,
    sort: {
      FromCategory: (way) =>
        sql`r.from_category is null, ${sequence('r.from_category')} ${way}, r.to_category is null, ${sequence('r.to_category')} ${way}`,
      ToCategory: (way) => sql`r.to_category is null, ${sequence('r.to_category')} ${way}`,
      CategoryMove: 'r.movement',
      Share: sql`r.members`,
      Key: detail ? 'r.membership_no' : sql`concat(r.from_category, '/', r.to_category)`,
      ...(!detail &&
        Object.fromEntries(
          ['MembershipNo', 'CustomerId', 'CustomerName', 'RegisteredOutletCode', 'JoinDate'].map((field) => [
            field,
            sql`r.movement`,
          ]),
        )),
    },
    tie: detail ? sql`r.membership_no` : sql`concat(r.from_category, '/', r.to_category, r.movement)`,
    totals: sql`coalesce(sum(r.members), 0)::int as members, coalesce(sum(r.members) filter (where r.movement = 'Upgraded'), 0)::int as upgraded,
      coalesce(sum(r.members) filter (where r.movement = 'Downgraded'), 0)::int as downgraded,
      coalesce(sum(r.members) filter (where r.movement = 'Left'), 0)::int as left_members`,
  }
})
