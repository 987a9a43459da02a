import { sql } from 'kysely'
import { plainIdentity } from '#areas/customers/contract/nric.ts'
import { phoneOf } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, type Filter } from '#kit/server/filters.ts'
import type { Query } from './report.ts'

type Named = { MembershipNo?: string | undefined; CustomerIDNo?: string | undefined; ContactNo?: string | undefined }

/**
 * The memberships of whom a full number names: that of a membership (a merged one leads to the one that stays), of identity or of a
 * telephone; all that are given must fit. Staff of an outlet find those of their own and those whom they looked up.
 * `named` for a `with`: membership_no, customer_id.
 */
export function namedMembers(
  ctx: Ctx,
  { MembershipNo, CustomerIDNo, ContactNo, outlet }: Named & { outlet: string | null },
) {
  const phone = ContactNo === undefined ? undefined : (phoneOf(ContactNo) ?? null)
  return sql`named as (
    select m.membership_no, m.customer_id from membership m join customer c using (customer_id)
    where ${allOf([
      sql`m.status not in ('Merged', 'Deleted') and c.status not in ('Merged', 'Deleted')`,
      MembershipNo === undefined && CustomerIDNo === undefined && ContactNo === undefined && sql`false`,
      MembershipNo !== undefined && sql`m.membership_no = surviving_membership(${MembershipNo})`,
      CustomerIDNo !== undefined && sql`c.id_no = ${plainIdentity(CustomerIDNo)}`,
      phone !== undefined && sql`(c.contact_no = ${phone} or c.alternate_contact_no = ${phone})`,
      outlet !== null &&
        sql`(c.registered_outlet_code = ${outlet} or has_looked_up(${ctx.actor.sessionId}::bigint, c.customer_id, ${ctx.now}::timestamptz))`,
    ])}
  )`
}

const people = sql`join membership m on m.membership_no = r.membership_no join customer c on c.customer_id = m.customer_id`

/** What stands in the order of `m` and `c`, all of whom have to be read for it. */
const OF_PEOPLE = [
  'CustomerId',
  'CustomerName',
  'MemberType',
  'CardCategoryCode',
  'RegisteredOutletCode',
  'ContactNo',
  'LastContactAt',
  'PreferredStaffName',
]

/**
 * Rows of `r`, one for each membership_no, with the member as `m` and the customer as `c`: of a whole company these are read for the rows of a
 * page alone, unless one of `filters` or the order is about them. `beside`: what else a row of the page shows.
 */
export function withPeople(
  { SortOption = '' }: { SortOption?: string },
  filters: readonly Filter[],
  beside = sql``,
): Pick<Query, 'from' | 'where' | 'page'> {
  if (OF_PEOPLE.includes(SortOption) || filters.some(Boolean))
    return { from: sql`r ${people} ${beside}`, where: filters }
  return { from: sql`r`, page: { keys: sql`r.*`, joins: sql`${people} ${beside}`, as: 'r' } }
}

// Of a customer `c`.

/** The last word on this way of reaching them was yes. */
export const agreedTo = (channel: string) =>
  sql`(select o.granted_yn from customer_consent o where o.customer_id = c.customer_id and o.channel = ${channel}
    order by o.recorded_at desc, o.consent_id desc limit 1) = 'Y'`

export const adviser = sql`(select s.full_name from staff s where s.staff_id = c.preferred_staff_id)`

/** When somebody was last in touch: by a message that went out, at a task, for a campaign, or about points that end. */
export const lastContact = sql`greatest(
  (select max(sent_at) from contact_log where contact_log.customer_id = c.customer_id and result in ('Sent', 'Delivered')),
  (select max(log.created_at) from task_progress_log log join task using (task_id)
    where task.customer_id = c.customer_id and log.contact_type <> 'N/A' and log.status <> 'Deleted'),
  (select max(contact.contacted_at) from campaign_contact contact join campaign_target using (target_list_id)
    where campaign_target.customer_id = c.customer_id and contact.status = 'Done' and contact.send_id is null),
  (select max(contact.contacted_at) from expiry_contact contact join membership held using (membership_no) where held.customer_id = c.customer_id))`
