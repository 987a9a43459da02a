import { type RawBuilder, sql } from 'kysely'
import type { TimelineKind } from '../../contract/timeline.ts'

// What a customer's feed is made of. Each source answers the same columns, in the order of `columns`, for one customer.
// An area with something to tell adds a kind to the contract, and brings its select in its `server.ts`.

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What this area tells in the feed of a customer. */
    timeline?: readonly TimelineSource[]
  }
}

/**
 * `whole`: everything is shown, so that what a sale says already is not shown a second time. `outlet`: only customers of this
 * one are named.
 */
export type TimelineSource = {
  kinds: readonly TimelineKind[]
  select: (customerId: number, whole: boolean, outlet: string | null) => RawBuilder<unknown>
}

export const columns = sql.raw(
  'at, kind, object_id, by, outlet_code, subject, detail, membership_no, amount, points, previous, updated, since, returns',
)

const staffName = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.raw(userId)})`

const memberships = (customerId: number) =>
  sql`(select membership_no from membership where customer_id = ${customerId})`

/** What people call a card category; its code where it is gone. */
const tierName = (code: string) =>
  sql`coalesce((select category.name from card_category category where category.code = ${sql.raw(code)} and category.status <> 'Deleted'), ${sql.raw(code)})`

/** Columns that say nothing to a reader or repeat another. */
const untold = [
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

export const sources: readonly TimelineSource[] = [
  {
    kinds: ['Registered'],
    select: (id) => sql`
      select created_at as at, 'Registered' as kind, customer_id::text as object_id, ${staffName('customer.created_by_id')} as by,
        registered_outlet_code as outlet_code, registration_source as subject, null::text as detail, null::text as membership_no,
        null::numeric as amount, null::bigint as points, null::text as previous, null::text as updated, null::timestamptz as since, null::jsonb as returns
      from customer where customer_id = ${id}`,
  },
  {
    kinds: ['Consent'],
    select: (id) => sql`
      select recorded_at, 'Consent', consent_id::text, ${staffName('customer_consent.recorded_by_id')}, outlet_code, channel, granted_yn,
        null, null, null, null, null, null, null
      from customer_consent where customer_id = ${id}`,
  },
  {
    kinds: ['Address'],
    select: (id) => sql`
      select created_at, 'Address', address_id::text, ${staffName('customer_address.created_by_id')}, null, address_type, line1,
        null, null, null, null, null, null, null
      from customer_address where customer_id = ${id}`,
  },
  {
    kinds: ['Sale', 'Return'],
    // A return stands below its sale, which then is as recent as that.
    select: (id, whole) => sql`
      select coalesce(returned.at, sale.performed_at), case sale.transaction_type when 'N' then 'Sale' else 'Return' end, sale.transaction_id::text,
        ${staffName('sale.created_by_id')}, sale.outlet_code, sale.invoice_no,
        case sale.transaction_type when 'N' then pieces.named else sale.original_invoice_no end, sale.membership_no, sale.net_amount,
        case sale.transaction_type when 'N' then points_of_sale(sale.transaction_id) else -sale.reversed_points end, null, null,
        case when returned.at is not null then sale.performed_at end, returned.list
      from transaction_summary sale
      left join lateral (
        select string_agg(coalesce(line.description, line.product_group), ', ' order by line.sequence_no) as named
        from transaction_detail line where line.transaction_id = sale.transaction_id and line.sequence_no <= 3) pieces on true
      left join lateral (
        select max(back.performed_at) as at,
          jsonb_agg(jsonb_build_object('At', back.performed_at, 'InvoiceNo', back.invoice_no, 'Amount', back.net_amount::text,
            'Points', -back.reversed_points) order by back.performed_at) as list
        from transaction_summary back
        where ${whole} and sale.transaction_type = 'N' and back.original_transaction_id = sale.transaction_id) returned on true
      where sale.customer_id = ${id}
        and not (${whole} and sale.transaction_type = 'C' and exists (
          select from transaction_summary original
          where original.transaction_id = sale.original_transaction_id and original.customer_id = ${id}))`,
  },
  {
    kinds: ['Points'],
    select: (id, whole) => sql`
      select created_at, 'Points', history_id::text, ${staffName('point_history.created_by_id')}, outlet_code, transaction_type, remark,
        membership_no, null, points, null, null, null, null
      from point_history where membership_no in ${memberships(id)}
        and not (${whole} and object_type = 'Transaction' and transaction_type in ('Earn', 'Reversal'))`,
  },
  {
    kinds: ['Level'],
    select: (id) => sql`
      select coalesce(decided_at, requested_at), 'Level', level_history_id::text,
        ${staffName('coalesce(membership_level_history.decided_by_id, membership_level_history.requested_by_id)')}, outlet_code, action, status,
        membership_no, null, null, ${tierName('from_category')}, ${tierName('to_category')}, null, null
      from membership_level_history where status <> 'Deleted' and membership_no in ${memberships(id)}`,
  },
  {
    kinds: ['Referral'],
    select: (id, _, outlet) => sql`
      select event.at, 'Referral', r.referral_id || ' ' || event.name || ' ' || (side.as_referrer)::int, event.by,
        friend.registered_outlet_code, case when event.name = 'Named' and side.as_referrer then 'Recommended' else event.name end, event.detail,
        null, null, null, case when ${outlet}::text is null or other.outlet_code = ${outlet} then other.full_name end, other.membership_no, null, null
      from referral r
      join membership holder on holder.membership_no = r.referrer_membership_no
      join customer referrer on referrer.customer_id = holder.customer_id
      join lateral (
        select c.registered_outlet_code, c.full_name, m.membership_no from customer c left join membership m on m.customer_id = c.customer_id
        where c.customer_id = r.customer_id order by m.status = 'Active' desc, m.membership_no limit 1) friend on true
      join lateral (values (true, holder.customer_id), (false, r.customer_id)) side (as_referrer, customer_id) on side.customer_id = ${id}
      cross join lateral (
        select friend.full_name, friend.registered_outlet_code as outlet_code, friend.membership_no where side.as_referrer
        union all
        select referrer.full_name, referrer.registered_outlet_code, r.referrer_membership_no where not side.as_referrer) other
      cross join lateral (values
        ('Named', r.named_at, ${staffName('r.named_by_id')}, null),
        ('Qualified', r.qualified_at, null, null),
        (case when r.status = 'Rejected' then 'Rejected' else 'Approved' end, r.decided_at, r.decided_by, r.decision_remark),
        ('Voided', r.voided_at, null, r.void_reason)) event (name, at, by, detail)
      where event.at is not null and ${id} in (holder.customer_id, r.customer_id)`,
  },
  {
    kinds: ['Merge'],
    select: (id) => sql`
      select event.at, 'Merge', m.merge_id || ' ' || event.name, event.by, m.outlet_code, event.name, event.reason, null, null, null, null,
        case m.survivor_customer_id when ${id} then m.merged_membership_no else m.survivor_membership_no end, null, null
      from member_merge m
      cross join lateral (values
        (case m.survivor_customer_id when ${id} then 'TookOver' else 'MergedInto' end, m.merged_at, m.merged_by, m.reason),
        ('Separated', m.unmerged_at, m.unmerged_by, m.unmerge_reason)
      ) event (name, at, by, reason)
      where ${id} in (m.survivor_customer_id, m.merged_customer_id) and event.at is not null`,
  },
  {
    kinds: ['Contact'],
    select: (id) => sql`
      select contacted_at, 'Contact', contact_id::text, ${staffName('expiry_contact.contacted_by_id')}, outlet_code, contact_type, outcome,
        membership_no, null, null, null, note, null, null
      from expiry_contact where membership_no in ${memberships(id)}`,
  },
  {
    kinds: ['Amendment'],
    select: (id) => sql`
      select audited_at, 'Amendment', audit_record_id::text, updated_by, outlet_code, updated_field_name, object_type,
        case object_type when 'Membership' then object_id end, null, null, previous_info, updated_info, null, null
      from audit_record
      where action_type = 'Update' and updated_field_name <> all (${untold}::text[])
        and (object_type, object_id) in (
          select 'Customer', ${String(id)}
          union all select 'CustomerAddress', address_id::text from customer_address where customer_id = ${id}
          union all select 'Membership', membership_no from membership where customer_id = ${id})`,
  },
]
