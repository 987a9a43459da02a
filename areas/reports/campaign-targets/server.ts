import { type RawBuilder, sql } from 'kysely'
import { equals } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import { counts, kept, percent, standing } from '../server/sales.ts'
import { campaignTargets } from './contract.ts'

const yes = (asked: 'Y' | 'N' | undefined, condition: RawBuilder<unknown>) =>
  asked && (asked === 'Y' ? condition : sql`not ${condition}`)

/** What was given for the sales of somebody, as far as it stands. */
const given = sql`
  select sold.customer_id, bonus.cause as campaign_code, sum(bonus.given - bonus.returned)::bigint as points, 0 as rewards, 0::numeric as cost
  from sale_bonus bonus join transaction_summary sold using (transaction_id) join campaign on campaign.campaign_code = bonus.cause group by 1, 2
  union all
  select sold.customer_id, gift.campaign_code, 0, count(*)::int, coalesce(sum(reward.unit_cost), 0)
  from campaign_gift gift join reward using (reward_id) join transaction_summary sold using (transaction_id) where gift.returned_yn = 'N' group by 1, 2`

export const campaignTargetsRoute = answer(campaignTargets, (_ctx, asked) => {
  const one = asked.CampaignCode !== undefined
  // As a campaign counts its outcome: somebody stays counted who was contacted and excluded afterwards.
  const contacted = sql`r.contacted_at is not null`
  const control = sql`(r.contacted_at is null and r.counted_from is not null)`
  const bought = (group: RawBuilder<unknown>) => sql`count(*) filter (where ${group} and r.invoice_no is not null)`
  const all = (group: RawBuilder<unknown>) => sql`count(*) filter (where ${group})`
  const rate = (group: RawBuilder<unknown>) => sql`100.0 * ${bought(group)} / nullif(${all(group)}, 0)`
  return {
    with: sql`given as materialized (
        select customer_id, campaign_code, sum(points)::bigint as points, sum(rewards)::int as rewards, round(sum(points) * ${asked.settings['points.costPerPoint']}::numeric, 2) + sum(cost) as cost from (${given}) given group by 1, 2
      ),
      r as (
        select t.target_list_id, t.campaign_code, campaign.campaign_name, c.customer_id, c.full_name as customer_name, c.member_type,
          c.registered_outlet_code, t.status, t.source as target_source, t.added_at, t.contacted_at, t.counted_from, t.channel as contact_channel,
          t.result, t.message_id, case when t.bucket < campaign.control_percent then 'Y' else 'N' end as control_yn, sale.invoice_no,
          sale_left(sale.transaction_id) as net, coalesce(given.points, 0) as points_given, coalesce(given.rewards, 0) as rewards_given,
          coalesce(given.cost, 0) as cost
        from campaign_target t join campaign using (campaign_code) join customer c on c.customer_id = t.customer_id
          left join transaction_summary sale on sale.transaction_id = t.converted_transaction_id
          left join given on given.customer_id = t.customer_id and given.campaign_code = t.campaign_code
        where campaign.status <> 'Deleted' and ${asked.Status ? sql`t.status = ${asked.Status}` : sql`t.status <> 'Deleted'`}
          and (${asked.CampaignCode ?? null}::text is null or t.campaign_code = ${asked.CampaignCode ?? null})
      ),
      shown as (
        select c.*, standing.membership_no, standing.card_category_code,
          coalesce((select message.result from contact_log message where message.message_id = c.message_id), c.result) as contact_result,
          (select max(t.business_date) from transaction_summary t
            where t.customer_id = c.customer_id and ${counts} and ${kept}) as last_purchase
        from r c ${standing}
      )`,
    from: sql`shown r`,
    where: [
      equals('r.registered_outlet_code', asked.outlet),
      equals('r.card_category_code', asked.CardCategoryCode),
      yes(asked.ContactedYN, sql`(${contacted})`),
      yes(asked.ConvertedYN, sql`(r.invoice_no is not null)`),
      equals('r.control_yn', asked.ControlYN),
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
    totals: sql`${all(sql`r.status = 'Active'`)}::int as targeted, ${all(contacted)}::int as contacted, ${bought(contacted)}::int as converted,
      ${percent(bought(contacted), all(contacted))} as conversion_rate, ${all(control)}::int as control,
      ${percent(bought(control), all(control))} as control_rate,
      case when ${one}::boolean then to_char(round(${rate(contacted)} - ${rate(control)}, 1), 'FM999999990.0') end as lift,
      coalesce(sum(r.net), 0)::numeric(16,2) as net,
      coalesce(sum(r.net) filter (where ${contacted}), 0)::numeric(16,2) as contacted_net, coalesce(sum(r.points_given), 0)::bigint as points_given,
      coalesce(sum(r.rewards_given), 0)::int as rewards_given, coalesce(sum(r.cost), 0)::numeric(16,2)::text as campaign_cost`,
  }
})
