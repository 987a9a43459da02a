import { sql } from 'kysely'
import { allOf, contains, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { messageDeliveryReport } from './contract.ts'

const groupings = {
  Template: sql`template.name`,
  Day: sql`business_date_of(l.created_at)::text`,
  Outlet: sql`c.registered_outlet_code`,
  Reason: sql`l.reason`,
}
const results = ['Queued', 'Sent', 'Delivered', 'Failed', 'Bounced', 'Opted out'] as const
const column = (result: string) => sql.ref(result.toLowerCase().replace(' ', '_'))
/** SQL of the percentage of messages with a final status that were delivered. */
const deliveredShare = (delivered: ReturnType<typeof sql>, others: ReturnType<typeof sql>) =>
  percentSql(delivered, sql`(${delivered} + ${others})`)

export const messageDeliveryRoute = serveReport(messageDeliveryReport, (_ctx, query) => {
  const by = query.MessagesBy ?? 'Template'
  const counts = sql`count(*)::int as messages, ${sql.join(
    results.map((result) => sql`count(*) filter (where result = ${sql.lit(result)})::int as ${column(result)}`),
  )}, count(distinct customer_id)::int as customers`
  const sum = (name: string) => sql`coalesce(sum(r.${sql.ref(name)}), 0)::int`
  return {
    with: sql`message as (
        select ${groupings[by]} as value, l.result, l.customer_id
        from contact_log l join customer c on c.customer_id = l.customer_id join contact_template template using (template_id)
        where ${allOf([
          sql`l.created_at >= (${query.from}::date::timestamp at time zone business_zone())`,
          sql`l.created_at < ((${query.until}::date + 1)::timestamp at time zone business_zone())`,
          equals('l.contact_type', query.ContactType),
          equals('l.purpose', query.Purpose),
          contains('template.name', query.TemplateName),
          equals('c.registered_outlet_code', query.outlet),
          by === 'Reason' && sql`l.result in ('Failed', 'Bounced', 'Opted out')`,
        ])}
      ),
      r as (select value, ${counts} from message group by 1)`,
    from: sql`r`,
    select: sql`coalesce(r.value, '-') as key, r.value, r.messages, r.queued, r.sent, r.delivered, r.failed, r.bounced, r.opted_out,
      ${deliveredShare(sql`r.delivered`, sql`r.failed + r.bounced + r.opted_out`)} as delivered_share, r.customers`,
    sort: {
      Key: (way) => sql`r.value ${way} nulls last`,
      Value: (way) => sql`r.value ${way} nulls last`,
      DeliveredShare: (way) =>
        sql`r.delivered::numeric / nullif(r.delivered + r.failed + r.bounced + r.opted_out, 0) ${way} nulls last`,
    },
    tie: sql`coalesce(r.value, '-')`,
    totals: sql`${sql.join(
      ['messages', 'queued', 'sent', 'delivered', 'failed', 'bounced', 'opted_out'].map(
        (name) => sql`${sum(name)} as ${sql.ref(name)}`,
      ),
    )}, ${deliveredShare(sum('delivered'), sql`${sum('failed')} + ${sum('bounced')} + ${sum('opted_out')}`)} as delivered_share,
      (select count(distinct customer_id)::int from message) as customers`,
  }
})
