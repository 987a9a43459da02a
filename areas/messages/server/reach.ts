import { type RawBuilder, sql } from 'kysely'
import type { BlockingReason, ContactType } from '../contract.ts'
import { type MessageContext, readLoadedSettings } from './render.ts'

export type ReachCountByReason = { Grouped: boolean; Reason: BlockingReason | null; Customers: number }

/**
 * Counts the customers whom a marketing message would reach now, and the suppressed customers by reason.
 * All customers are checked by the rules of `findBlockingReason` in one query. A null reason marks recipients.
 * Missing values are not counted, because they are only found when a message is rendered.
 * @param people select of `customer_id` and `grouped`; counts are split by `grouped`
 */
export async function countMessageReach(
  ctx: Pick<MessageContext, 'db' | 'now' | 'loadedSettings'>,
  people: RawBuilder<unknown>,
  ContactType: ContactType,
): Promise<ReachCountByReason[]> {
  const { db, now } = ctx
  const { 'messages.capMessages': cap, 'messages.capDays': days } = await readLoadedSettings(ctx)
  const field = ContactType === 'Email' ? 'Email' : 'ContactNo'
  const address = ContactType === 'Email' ? sql`customer.email` : sql`customer.contact_no`
  const latest = (channel: string) => sql`(select granted_yn from customer_consent
    where customer_consent.customer_id = customer.customer_id and channel = ${channel} order by recorded_at desc, consent_id desc limit 1)`
  const { rows } = await sql<ReachCountByReason>`
    with recent as (
      select coalesce(customer.merged_into_customer_id, customer.customer_id) as customer_id, count(*) as messages
      from contact_log log join customer using (customer_id)
      where log.purpose = 'Marketing' and log.result in ('Queued', 'Sent', 'Delivered', 'Bounced')
        and log.created_at > ${now}::timestamptz - make_interval(days => ${days}::int)
      group by 1
    )
    select people.grouped, case when customer.status <> 'Active' then 'Not Active' when coalesce(${address}, '') = '' then 'No address'
      when exists (select from unproved_contact typed where typed.customer_id = customer.customer_id and typed.field = ${field}) then 'Not proved'
      when ${latest('Service')} = 'N' or ${latest(ContactType)} is distinct from 'Y' then 'No consent'
      when coalesce(recent.messages, 0) >= ${cap}::int then 'Frequency cap' end as reason, count(*)::int as customers
    from (${people}) people join customer using (customer_id) left join recent using (customer_id)
    group by 1, 2`.execute(db)
  return rows
}
