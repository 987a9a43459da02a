import { type RawBuilder, sql } from 'kysely'
import type { TimelineKind } from '../../contract/timeline.ts'

// The sources of a customer's timeline select the same columns for one customer, in the order of `timelineColumns`.
// To add a kind, an area adds the kind to the contract and its select to its `server.ts`.

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The entries that this area contributes to the timeline of a customer. */
    timeline?: readonly TimelineSource[]
  }
}

/**
 * `whole` means that the timeline includes sales, so sources omit events that the entry of a sale already shows.
 * `outlet` limits names to those of customers of this outlet; null means no limit.
 */
export type TimelineSource = {
  kinds: readonly TimelineKind[]
  select: (customerId: number, whole: boolean, outlet: string | null) => RawBuilder<unknown>
}

export const timelineColumns = sql.raw(
  'at, kind, object_id, by, outlet_code, subject, detail, membership_no, amount, points, previous, updated, since, returns',
)

/** The SQL for the full name of the staff member whose account id the column contains. */
export const staffNameSql = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.raw(userId)})`

/** The SQL for the membership numbers of a customer, for the sources of other areas. */
export const membershipNumbersOfCustomerSql = (customerId: number) =>
  sql`(select membership_no from membership where customer_id = ${customerId})`

/** The technical columns of a customer, whose changes the timeline omits. */
const hiddenColumns = [
  'ContactNoTyped',
  'UpgradeData',
  'UpgradePendingYN',
  'VerifiedEmailAt',
  'CreatedAt',
  'CreatedById',
  'ActivatedAt',
  'ExternalRef',
  'MergedIntoCustomerId',
  'MergedIntoMembershipNo',
]

export const timelineSources: readonly TimelineSource[] = [
  {
    kinds: ['Registered'],
    select: (id) => sql`
      select created_at as at, 'Registered' as kind, customer_id::text as object_id, ${staffNameSql('customer.created_by_id')} as by,
        registered_outlet_code as outlet_code, registration_source as subject, null::text as detail, null::text as membership_no,
        null::numeric as amount, null::bigint as points, null::text as previous, null::text as updated, null::timestamptz as since, null::jsonb as returns
      from customer where customer_id = ${id}`,
  },
  {
    kinds: ['Consent'],
    select: (id) => sql`
      select recorded_at, 'Consent', consent_id::text, ${staffNameSql('customer_consent.recorded_by_id')}, outlet_code, channel, granted_yn,
        null, null, null, null, null, null, null
      from customer_consent where customer_id = ${id}`,
  },
  {
    kinds: ['Address'],
    select: (id) => sql`
      select created_at, 'Address', address_id::text, ${staffNameSql('customer_address.created_by_id')}, null, address_type, line1,
        null, null, null, null, null, null, null
      from customer_address where customer_id = ${id}`,
  },
  {
    kinds: ['Amendment'],
    select: (id) => sql`
      select audited_at, 'Amendment', audit_record_id::text, updated_by, outlet_code, updated_field_name, object_type,
        case object_type when 'Membership' then object_id end, null, null, previous_info, updated_info, null, null
      from audit_record
      where action_type = 'Update' and updated_field_name <> all (${hiddenColumns}::text[])
        and (object_type, object_id) in (
          select 'Customer', ${String(id)}
          union all select 'CustomerAddress', address_id::text from customer_address where customer_id = ${id}
          union all select 'Membership', membership_no from membership where customer_id = ${id})`,
  },
]
