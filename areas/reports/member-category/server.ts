import { sql } from 'kysely'
import { sequenceOf, standings } from '../server/categories.ts'
import { answer } from '../server/report.ts'
import { counts, net, nothingLeft, ofMembers } from '../server/sales.ts'
import { memberCategory } from './contract.ts'

const sum = (column: string) => sql`coalesce(sum(r.${sql.ref(column)}), 0)::int as ${sql.ref(column)}`

export const memberCategoryRoute = answer(memberCategory, (ctx, asked) => {
  // The ledger is read backwards from the balance of today.
  const since =
    asked.until < ctx.today
      ? sql`select membership_no, sum(points) as points from point_history where business_date > ${asked.until}::date group by 1`
      : sql`select null::text as membership_no, 0::numeric as points where false`
  return {
    with: sql`${standings(asked)},
      sold as (
        select t.membership_no, sum(${net}) as net, bool_or(t.transaction_type = 'N' and not ${nothingLeft}) as bought
        from transaction_summary t
        where ${ofMembers} and ${counts} and t.business_date between ${asked.from} and ${asked.until}
          and (${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})
        group by 1
      ),
      moved_since as (${since}),
      held as (
        select b.membership_no, sum(b.points) - coalesce(max(moved_since.points), 0) as points
        from point_balance b left join moved_since using (membership_no) group by 1
      ),
      -- Each member stands in the category left behind and in the one come into; sales and points in the latter, where there is one.
      parts as (
        select before as category, 1 as members_start, 0 as new_members, 0 as came_back, 0 as upgraded_in, 0 as downgraded_in,
          (movement = 'Upgraded')::int as upgraded_out, (movement = 'Downgraded')::int as downgraded_out, (movement = 'Left')::int as left_members,
          0 as members_end, case when not stays then membership_no end as membership_no, false as stays
        from stood where was
        union all
        select after, 0, (movement = 'New')::int, (movement = 'Came back')::int, (movement = 'Upgraded')::int, (movement = 'Downgraded')::int,
          0, 0, 0, 1, membership_no, true
        from stood where stays
      ),
      r as (
        select category, sum(members_start)::int as members_start, sum(new_members)::int as new_members, sum(came_back)::int as came_back,
          sum(upgraded_in)::int as upgraded_in, sum(downgraded_in)::int as downgraded_in, sum(upgraded_out)::int as upgraded_out,
          sum(downgraded_out)::int as downgraded_out, sum(left_members)::int as left_members, sum(members_end)::int as members_end,
          count(*) filter (where sold.bought)::int as buying_members, coalesce(sum(sold.net), 0) as net,
          coalesce(sum(held.points) filter (where parts.stays), 0)::bigint as point_balance
        from parts left join sold on sold.membership_no = parts.membership_no left join held on held.membership_no = parts.membership_no
        group by 1
      )`,
    from: sql`r`,
    select: sql`r.category, r.members_start, r.new_members, r.came_back, r.upgraded_in, r.downgraded_in, r.upgraded_out, r.downgraded_out, r.left_members,
      r.members_end, r.buying_members, r.net::numeric(16,2) as net, round(r.net / nullif(r.buying_members, 0), 2) as sales_per_member, r.point_balance`,
    sort: {
      Category: (way) => sql`${sequenceOf(sql.ref('r.category'))} ${way}`,
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
