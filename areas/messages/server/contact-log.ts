import { sql } from 'kysely'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containsName, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { requeueMail } from '#kit/server/outbox.ts'
import type { ContactLogEntry, ContactLogLine } from '../contract.ts'
import * as contract from '../contract.ts'
import { hasConsent } from './queue.ts'

const refusals = contract.contactLogRefusals

/** Masks an address as `a•••@mail.example` or `•••4567`, so that two addresses can still be distinguished. */
const maskedRecipient = sql`case when l.contact_type = 'Email' then left(l.recipient, 1) || '•••' || substring(l.recipient from '@.*$')
  when l.recipient is not null then '•••' || right(l.recipient, 4) end`

const columns = sql`l.message_id, l.customer_id, customer.full_name, l.membership_no, l.contact_type, l.purpose, ${maskedRecipient} as recipient,
  l.template_id, contact_template.name as template_name, l.template_version, l.event, l.reference_code, l.language, l.subject, l.result, l.reason,
  coalesce(o.attempts, 0)::int as attempts, l.created_at, case when o.status = 'Queued' then o.next_try_at end as due_at, l.sent_at, l.result_at,
  (select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = l.created_by_id) as created_by_name, l.provider_id`

const joins = sql`join customer using (customer_id) join contact_template using (template_id) left join outbox_message o using (message_id)`

/** Lists messages to one customer and to records that were merged into it, or to all customers of the outlet. */
export function listContactLog(ctx: Ctx, { Search }: Input<typeof contract.listContactLog>) {
  const { CustomerId, Name, DateFrom, DateTo } = Search
  const outletCode = outletOfCallerLists(ctx)
  const startOfDay = (date: string) => sql`(${date}::timestamp at time zone ${ctx.timeZone})`
  return sqlList({
    from: sql`contact_log l join customer using (customer_id) join contact_template using (template_id) left join outbox_message o using (message_id)`,
    where: [
      CustomerId !== undefined &&
        sql`l.customer_id in (select customer_id from customer c where c.customer_id = ${CustomerId} or c.merged_into_customer_id = ${CustomerId})`,
      CustomerId === undefined && outletCode !== null && sql`customer.registered_outlet_code = ${outletCode}`,
      equals('l.contact_type', Search.ContactType),
      equals('l.purpose', Search.Purpose),
      equals('l.result', Search.Result),
      equals('l.template_id', Search.TemplateId),
      equals('l.event', Search.Event),
      containsName('customer.full_name', Name),
      DateFrom && sql`l.created_at >= ${startOfDay(DateFrom)}`,
      DateTo && sql`l.created_at < ${startOfDay(DateTo)} + interval '1 day'`,
    ],
    select: sql<ContactLogLine>`${columns}`,
    sort: { CreatedAt: 'l.created_at' },
    tie: 'l.message_id',
  })
}

export async function getContactLogEntry(
  ctx: Ctx,
  { MessageId }: Input<typeof contract.getContactLogEntry>,
): Promise<ContactLogEntry> {
  const { rows } = await sql<ContactLogEntry>`
    select ${columns}, l.html, l.text from contact_log l ${joins} where l.message_id = ${MessageId}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

/** Retries a message that the provider rejected, under the same id. Withdrawn consents still prevent the message. */
export async function retryContactLogEntry(ctx: Ctx, { MessageId }: Input<typeof contract.retryContactLogEntry>) {
  const contact = await getContactLogEntry(ctx, { MessageId })
  const { Result } = contact
  if (Result !== 'Failed') throw refusals.notFailed({ Result })
  if (!(await hasConsent(ctx, contact))) throw refusals.unwanted()
  if (!(await requeueMail(ctx.db, MessageId, ctx.now))) throw refusals.neverLeft()
  ctx.audit('Retry Contact', 'ContactLog', MessageId, `Retry Contact in Contact Log. MessageId - ${MessageId}`)
  return getContactLogEntry(ctx, { MessageId })
}
