import { type RawBuilder, sql } from 'kysely'
import { equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { isApprovedSaleSql, isPurchaseSql, mainMembershipJoin, percentSql } from '../server/sales.ts'
import { campaignTargetsReport } from './contract.ts'

const yesNo = (value: 'Y' | 'N' | undefined, condition: RawBuilder<unknown>) =>
  value && (value === 'Y' ? condition : sql`not ${condition}`)

/** SQL of points and rewards that each campaign awarded for purchases, less those of returned purchases. */
const awardedByCampaign = sql`
  select sale.customer_id, bonus.cause as campaign_code, sum(bonus.given - bonus.returned)::bigint as points, 0 as rewards, 0::numeric as cost
  from sale_bonus bonus join transaction_summary sale using (transaction_id) join campaign on campaign.campaign_code = bonus.cause group by 1, 2
  union all
  select sale.customer_id, gift.campaign_code, 0, count(*)::int, coalesce(sum(reward.unit_cost), 0)
  from campaign_gift gift join reward using (reward_id) join transaction_summary sale using (transaction_id) where gift.returned_yn = 'N' group by 1, 2`

export const campaignTargetsRoute = serveReport(campaignTargetsReport, (_ctx, query) => {
  const isOneCampaign = query.CampaignCode !== undefined
  // As in the campaign's own results, contacted customers still count if they are excluded later.
  const contacted = sql`r.contacted_at is not null`
  const control = sql`(r.contacted_at is null and r.counted_from is not null)`
  const countBought = (group: RawBuilder<unknown>) => sql`count(*) filter (where ${group} and r.invoice_no is not null)`
  const countTargets = (group: RawBuilder<unknown>) => sql`count(*) filter (where ${group})`
  const rate = (group: RawBuilder<unknown>) => sql`100.0 * ${countBought(group)} / nullif(${countTargets(group)}, 0)`
  return {
    with: sql`awarded as materialized (
        select customer_id, campaign_code, sum(points)::bigint as points, sum(rewards)::int as rewards, round(sum(points) * ${query.settings['points.costPerPoint']}::numeric, 2) + sum(cost) as cost from (${awardedByCampaign}) part group by 1, 2
      ),
      r as (
        select t.target_list_id, t.campaign_code, campaign.campaign_name, c.customer_id, c.full_name as customer_name, c.member_type,
          c.registered_outlet_code, t.status, t.source as target_source, t.added_at, t.contacted_at, t.counted_from, t.channel as contact_channel,
          t.result, t.message_id, case when t.bucket < campaign.control_percent then 'Y' else 'N' end as control_yn, sale.invoice_no,
          sale_left(sale.transaction_id) as net, coalesce(awarded.points, 0) as points_given, coalesce(awarded.rewards, 0) as rewards_given,
          coalesce(awarded.cost, 0) as cost
        from campaign_target t join campaign using (campaign_code) join customer c on c.customer_id = t.customer_id
          left join transaction_summary sale on sale.transaction_id = t.converted_transaction_id
          left join awarded on awarded.customer_id = t.customer_id and awarded.campaign_code = t.campaign_code
        where campaign.status <> 'Deleted' and ${query.Status ? sql`t.status = ${query.Status}` : sql`t.status <> 'Deleted'`}
          and (${query.CampaignCode ?? null}::text is null or t.campaign_code = ${query.CampaignCode ?? null})
      ),
      target as (
        select c.*, main_membership.membership_no, main_membership.card_category_code,
          coalesce((select message.result from contact_log message where message.message_id = c.message_id), c.result) as contact_result,
          (select max(t.business_date) from transaction_summary t
            where t.customer_id = c.customer_id and ${isApprovedSaleSql} and ${isPurchaseSql}) as last_purchase
        from r c ${mainMembershipJoin}
      )`,
    from: sql`target r`,
    where: [
      equals('r.registered_outlet_code', query.outlet),
      equals('r.card_category_code', query.CardCategoryCode),
      yesNo(query.ContactedYN, sql`(${contacted})`),
      yesNo(query.ConvertedYN, sql`(r.invoice_no is not null)`),
      equals('r.control_yn', query.ControlYN),
    ],
    select: sql`r.target_list_id, r.campaign_code, r.campaign_name, r.membership_no, r.customer_id, r.customer_name, r.member_type, r.card_category_code,
      r.registered_outlet_code, r.status, r.target_source, r.added_at, r.contacted_at, r.contact_channel, r.contact_result, r.control_yn, r.last_purchase,
      r.invoice_no, r.net::numeric(16,2) as net, r.points_given, r.rewards_given, r.cost::numeric(16,2)::text as campaign_cost`,
    sort: {
      CampaignCost: 'r.cost',
      ...Object.fromEntries(
        (
          [
            ['ContactedAt', 'contacted_at'],
            ['ContactChannel', 'contact_channel'],
            ['ContactResult', 'contact_result'],
            ['LastPurchase', 'last_purchase'],
            ['InvoiceNo', 'invoice_no'],
            ['Net', 'net'],
          ] as const
        ).map(([field, column]) => [field, (way: RawBuilder<unknown>) => sql`r.${sql.ref(column)} ${way} nulls last`]),
      ),
    },
    tie: sql`r.target_list_id`,
    totals: sql`${countTargets(sql`r.status = 'Active'`)}::int as targeted, ${countTargets(contacted)}::int as contacted, ${countBought(contacted)}::int as converted,
      ${percentSql(countBought(contacted), countTargets(contacted))} as conversion_rate, ${countTargets(control)}::int as control,
      ${percentSql(countBought(control), countTargets(control))} as control_rate,
      case when ${isOneCampaign}::boolean then to_char(round(${rate(contacted)} - ${rate(control)}, 1), 'FM999999990.0') end as lift,
      coalesce(sum(r.net), 0)::numeric(16,2) as net,
      coalesce(sum(r.net) filter (where ${contacted}), 0)::numeric(16,2) as contacted_net, coalesce(sum(r.points_given), 0)::bigint as points_given,
      coalesce(sum(r.rewards_given), 0)::int as rewards_given, coalesce(sum(r.cost), 0)::numeric(16,2)::text as campaign_cost`,
  }
})
