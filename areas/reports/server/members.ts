import { sql } from 'kysely'
import { normaliseIdentityNo } from '#areas/customers/contract/nric.ts'
import { parsePhone } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, type RowFilter } from '#kit/server/filters.ts'
import type { ReportSql } from './report.ts'

type MemberNumbers = {
  MembershipNo?: string | undefined
  CustomerIDNo?: string | undefined
  ContactNo?: string | undefined
}

/**
 * SQL of the CTE `named` (membership_no, customer_id): the memberships that match all numbers in the filters.
 * A merged number finds the survivor. Outlet staff find members of their outlet and members they have looked up.
 */
export function memberNumberConditions(
  ctx: Ctx,
  { MembershipNo, CustomerIDNo, ContactNo, outlet }: MemberNumbers & { outlet: string | null },
) {
  const phone = ContactNo === undefined ? undefined : (parsePhone(ContactNo) ?? null)
  return sql`named as (
    select m.membership_no, m.customer_id from membership m join customer c using (customer_id)
    where ${allOf([
      sql`m.status not in ('Merged', 'Deleted') and c.status not in ('Merged', 'Deleted')`,
      MembershipNo === undefined && CustomerIDNo === undefined && ContactNo === undefined && sql`false`,
      MembershipNo !== undefined && sql`m.membership_no = surviving_membership(${MembershipNo})`,
      CustomerIDNo !== undefined && sql`c.id_no = ${normaliseIdentityNo(CustomerIDNo)}`,
      phone !== undefined && sql`(c.contact_no = ${phone} or c.alternate_contact_no = ${phone})`,
      outlet !== null &&
        sql`(c.registered_outlet_code = ${outlet} or has_looked_up(${ctx.actor.sessionId}::bigint, c.customer_id, ${ctx.now}::timestamptz))`,
    ])}
  )`
}

const people = sql`join membership m on m.membership_no = r.membership_no join customer c on c.customer_id = m.customer_id`

/** Sort fields of the member or customer; sorting by one of them requires a join of all members. */
const PERSON_FIELDS = [
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
 * SQL that joins member `m` and customer `c` to the rows of `r`, which has one row per membership.
 * Only the rows of a page are joined, unless a filter or the sort order needs the member or customer.
 * The parameter `extra` contains further joins for the rows of a page.
 */
export function joinMembersAndCustomersSql(
  { SortOption = '' }: { SortOption?: string },
  filters: readonly RowFilter[],
  extra = sql``,
): Pick<ReportSql, 'from' | 'where' | 'page'> {
  if (PERSON_FIELDS.includes(SortOption) || filters.some(Boolean))
    return { from: sql`r ${people} ${extra}`, where: filters }
  return { from: sql`r`, page: { keys: sql`r.*`, joins: sql`${people} ${extra}`, as: 'r' } }
}

// The following SQL expressions describe a customer `c`.

/** SQL condition that the customer's latest consent decision for the channel is yes. */
export const hasConsentToChannelSql = (channel: string) =>
  sql`(select o.granted_yn from customer_consent o where o.customer_id = c.customer_id and o.channel = ${channel}
    order by o.recorded_at desc, o.consent_id desc limit 1) = 'Y'`

export const preferredStaffNameSql = sql`(select s.full_name from staff s where s.staff_id = c.preferred_staff_id)`

/** SQL of the time at which the customer got the last message or had the last logged contact. */
export const lastContactTimeSql = sql`greatest(
  (select max(sent_at) from contact_log where contact_log.customer_id = c.customer_id and result in ('Sent', 'Delivered')),
  (select max(log.created_at) from task_progress_log log join task using (task_id)
    where task.customer_id = c.customer_id and log.contact_type <> 'N/A' and log.status <> 'Deleted'),
  (select max(contact.contacted_at) from campaign_contact contact join campaign_target using (target_list_id)
    where campaign_target.customer_id = c.customer_id and contact.status = 'Done' and contact.send_id is null),
  (select max(contact.contacted_at) from expiry_contact contact join membership using (membership_no) where membership.customer_id = c.customer_id))`
