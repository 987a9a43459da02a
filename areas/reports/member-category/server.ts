import { sql } from 'kysely'
import { categoryMovementsSql, categorySequenceSql } from '../server/categories.ts'
import { serveReport } from '../server/report.ts'
import { salesByMemberSql } from '../server/sales.ts'
import { memberCategoryReport } from './contract.ts'

const sum = (column: string) => sql`coalesce(sum(r.${sql.ref(column)}), 0)::int as ${sql.ref(column)}`

export const memberCategoryRoute = serveReport(memberCategoryReport, (ctx, query) => {
  // A member's points on an earlier day are the current balance less later ledger entries.
  const points = [sql`select membership_no, points from balances(${ctx.today})`]
  if (query.until < ctx.today)
    points.push(sql`select membership_no, -points from point_history where business_date > ${query.until}::date`)
  return {
    with: sql`${categoryMovementsSql(query)},
      sold as (
        select membership_no, sum(net) as net, bool_or(is_purchase) as is_buyer from ${salesByMemberSql(query)} group by 1
      ),
      point_sum as (
        select membership_no, sum_points(points) as points from (${sql.join(points, sql` union all `)}) entry group by 1
      ),
      -- Members are counted by old and new category first; each count then belongs to two categories of the report.
      movement_group as (
        select before, after, movement, count(*) as members, count(*) filter (where sold.is_buyer) as buying, sum(sold.net) as net, sum(point_sum.points) as points
        from (select membership_no, before, after, movement from member_movement order by 1) each left join sold using (membership_no) left join point_sum using (membership_no)
        group by 1, 2, 3
      ),
      -- A group counts in its old and its new category. Sales and points count in the new one, unless the group left.
      parts as (
        select before as category, members as members_start, 0 as new_members, 0 as came_back, 0 as upgraded_in, 0 as downgraded_in,
          case movement when 'Upgraded' then members else 0 end as upgraded_out, case movement when 'Downgraded' then members else 0 end as downgraded_out,
          case movement when 'Left' then members else 0 end as left_members, 0 as members_end,
          case movement when 'Left' then buying else 0 end as buying, case movement when 'Left' then net else 0 end as net, 0 as points
        from movement_group where movement not in ('New', 'Came back')
        union all
        select after, 0, case movement when 'New' then members else 0 end, case movement when 'Came back' then members else 0 end,
          case movement when 'Upgraded' then members else 0 end, case movement when 'Downgraded' then members else 0 end, 0, 0, 0, members, buying, net, points
        from movement_group where movement <> 'Left'
      ),
      r as (
        select category, sum(members_start)::int as members_start, sum(new_members)::int as new_members, sum(came_back)::int as came_back,
          sum(upgraded_in)::int as upgraded_in, sum(downgraded_in)::int as downgraded_in, sum(upgraded_out)::int as upgraded_out,
          sum(downgraded_out)::int as downgraded_out, sum(left_members)::int as left_members, sum(members_end)::int as members_end,
          sum(buying)::int as buying_members, coalesce(sum(net), 0) as net, coalesce(sum(points), 0)::bigint as point_balance
        from parts group by 1
      )`,
    from: sql`r`,
    select: sql`r.category, r.members_start, r.new_members, r.came_back, r.upgraded_in, r.downgraded_in, r.upgraded_out, r.downgraded_out, r.left_members,
      r.members_end, r.buying_members, r.net::numeric(16,2) as net, round(r.net / nullif(r.buying_members, 0), 2) as sales_per_member, r.point_balance`,
    sort: {
      Category: (way) => sql`${categorySequenceSql(sql.ref('r.category'))} ${way}`,
      SalesPerMember: (way) => sql`r.net / nullif(r.buying_members, 0) ${way} nulls last`,
    },
    tie: sql`r.category`,
    totals: sql`${sql.join(
      [
        'members_start',
        'new_members',
        'came_back',
        'upgraded_in',
        'downgraded_out',
        'left_members',
        'members_end',
        'buying_members',
      ].map(sum),
    )}, coalesce(sum(r.net), 0)::numeric(16,2) as net, round(sum(r.net) / nullif(sum(r.buying_members), 0), 2) as sales_per_member,
      coalesce(sum(r.point_balance), 0)::bigint as point_balance`,
  }
})
