import { sql } from 'kysely'
import { equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { isApprovedSaleSql, isPurchaseSql, percentSql } from '../server/sales.ts'
import { reactiveMemberReport } from './contract.ts'

export const reactiveMemberRoute = serveReport(reactiveMemberReport, (_ctx, query) => {
  const months = query.Months ?? query.settings['reports.reactiveMonths']
  const gap = sql`make_interval(months => ${months}::int)`
  const purchaseCondition = sql`t.membership_no is not null and ${isApprovedSaleSql} and ${isPurchaseSql}`
  return {
    usesIndexOrder: true,
    with: sql`purchase as (
        select t.transaction_id, t.membership_no, t.business_date,
          lead(t.business_date) over (partition by t.membership_no order by t.performed_at desc, t.transaction_id desc) as previous
        from transaction_summary t where ${purchaseCondition} and t.business_date <= ${query.until}
      ),
      r as (
        select distinct on (purchase.membership_no) purchase.membership_no, purchase.transaction_id, purchase.previous, purchase.business_date, sale.invoice_no, sale.outlet_code,
          sale.sales_person_code, sale_left(purchase.transaction_id) as net,
          credited.campaign_code, credited.campaign_name, follow_up.task_id, follow_up.name as task_name, c.customer_id, c.full_name, m.member_type, m.card_category_code, c.registered_outlet_code
        from purchase join membership m using (membership_no) join customer c on c.customer_id = m.customer_id join transaction_summary sale using (transaction_id)
          left join lateral (
            select campaign_code, campaign_name from campaign_target target join campaign using (campaign_code)
            where target.converted_transaction_id = purchase.transaction_id and target.contacted_at is not null and target.status <> 'Deleted'
            order by target.contacted_at desc, target.target_list_id desc limit 1
          ) credited on true
          left join (task_credit credit join task follow_up using (task_id)) on credit.transaction_id = purchase.transaction_id
        where purchase.business_date >= ${query.from} and purchase.previous <= purchase.business_date - ${gap}
          and (${query.outlet}::text is null or c.registered_outlet_code = ${query.outlet})
        order by purchase.membership_no, purchase.business_date, purchase.transaction_id
      ),
      inactive as (
        select count(*)::int as members from membership m join customer c using (customer_id)
          join (select t.membership_no, max(t.business_date) as last from transaction_summary t where ${purchaseCondition} and t.business_date < ${query.from} group by 1) before using (membership_no)
        where m.status = 'Active' and m.join_date < ${query.from}::date - ${gap} and before.last < ${query.from}::date - ${gap}
          and (${query.outlet}::text is null or c.registered_outlet_code = ${query.outlet})
      )`,
    from: sql`r`,
    where: [equals('r.campaign_code', query.CampaignCode)],
    select: sql`r.membership_no, r.customer_id, r.full_name as customer_name, r.member_type, r.card_category_code, r.registered_outlet_code,
      r.previous as previous_purchase, r.business_date as returned_on, r.business_date - r.previous as gap_days, r.invoice_no, r.outlet_code,
      r.sales_person_code, r.net::numeric(16,2) as net, r.campaign_code, r.campaign_name, r.task_id, r.task_name`,
    sort: {
      CustomerName: 'r.full_name',
      PreviousPurchase: 'r.previous',
      ReturnedOn: 'r.business_date',
      GapDays: sql`r.business_date - r.previous`,
      CampaignCode: (way) => sql`r.campaign_code ${way} nulls last`,
      CampaignName: (way) => sql`r.campaign_name ${way} nulls last`,
      TaskId: (way) => sql`r.task_id ${way} nulls last`,
      TaskName: (way) => sql`r.task_name ${way} nulls last`,
    },
    tie: sql`r.membership_no`,
    totals: sql`count(*)::int as members, coalesce(sum(r.net), 0)::numeric(16,2) as net, (select members from inactive) as inactive_before,
      ${percentSql(sql`count(*)`, sql`(select members from inactive)`)} as return_share`,
  }
})
