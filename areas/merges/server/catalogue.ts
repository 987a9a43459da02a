import { type RawBuilder, sql } from 'kysely'

// EVERY COLUMN THAT POINTS AT A PERSON, and what a merge does with it. A test holds this list against the schema: a table
// that is added without a word here fails it.

/** A table whose rows go over to the survivor, and back when the merge is undone. */
export type Moving = {
  table: string
  key: string
  keyType: 'bigint' | 'text'
  customer?: string
  membership?: string
  /** Rows that stay behind, because the survivor has the like already. `r` is the row, `own` the survivor's. */
  unless?: (of: { CustomerId: number; into: RawBuilder<unknown>; numbers: readonly string[] }) => RawBuilder<unknown>
}

export const moving: readonly Moving[] = [
  {
    table: 'transaction_summary',
    key: 'transaction_id',
    keyType: 'bigint',
    customer: 'customer_id',
    membership: 'membership_no',
  },
  { table: 'customer_address', key: 'address_id', keyType: 'bigint', customer: 'customer_id' },
  {
    table: 'customer_tag',
    key: 'tag_id',
    keyType: 'bigint',
    customer: 'customer_id',
    unless: ({ CustomerId }) => sql`exists (
      select from customer_tag own where own.customer_id = ${CustomerId} and upper(own.name) = upper(r.name) and own.status <> 'Deleted')`,
  },
  { table: 'staff', key: 'staff_id', keyType: 'bigint', customer: 'own_customer_id' },
  { table: 'profile_updated_history', key: 'history_id', keyType: 'bigint', customer: 'customer_id' },
  { table: 'membership_level_history', key: 'level_history_id', keyType: 'bigint', membership: 'membership_no' },
  { table: 'expiry_contact', key: 'contact_id', keyType: 'bigint', membership: 'membership_no' },
  {
    table: 'point_expiry_reward',
    key: 'reference_code',
    keyType: 'text',
    membership: 'membership_no',
    unless: ({ into }) => sql`exists (
      select from point_expiry_reward own where own.membership_no = ${into} and own.status <> 'Cancelled'
        and own.expiry_year = r.expiry_year and own.expiry_month = r.expiry_month)`,
  },
  {
    // The friend's side: a customer has one referrer, and is never his own.
    table: 'referral',
    key: 'referral_id',
    keyType: 'bigint',
    customer: 'customer_id',
    unless: ({ CustomerId, numbers }) => sql`(r.referrer_membership_no = any(${numbers})
      or exists (select from referral own where own.customer_id = ${CustomerId} and own.status <> 'Rejected'))`,
  },
]

/** The referrer's side of a referral, moved apart from the friend's: the two point at different people. */
export const referrers: Moving = {
  table: 'referral',
  key: 'referral_id',
  keyType: 'bigint',
  membership: 'referrer_membership_no',
}

type Fate =
  /** Goes over with its row, as `moving` says. */
  | 'moves'
  /** Stays what it was, with the reason. */
  | 'stays'
  /** Is what a merge itself writes. */
  | 'merge'

export const columns: Readonly<Record<string, readonly [fate: Fate, why?: string]>> = {
  'transaction_summary.customer_id': ['moves'],
  'transaction_summary.membership_no': ['moves'],
  'transaction_summary.claimed_membership_no': [
    'stays',
    'while it waits its request refuses the merge; afterwards it counts for nothing',
  ],
  'staff.own_customer_id': ['moves'],
  'customer_address.customer_id': ['moves'],
  'customer_tag.customer_id': ['moves'],
  'profile_updated_history.customer_id': ['moves'],
  'membership_level_history.membership_no': ['moves'],
  'expiry_contact.membership_no': ['moves'],
  'point_expiry_reward.membership_no': ['moves'],
  'referral.customer_id': ['moves'],
  'referral.referrer_membership_no': ['moves'],
  'membership.customer_id': ['merge', 'a membership in a card group that the survivor lacks goes over itself'],
  'membership.merged_into_membership_no': ['merge', 'keeps the number as an alias'],
  'customer.merged_into_customer_id': ['merge', 'leads from the merged record to the survivor'],
  'customer.recommend_membership_no': ['merge', 'points at the survivor; nobody recommends himself'],
  'point_balance.membership_no': ['merge', 'is emptied into the survivor’s and closed'],
  'point_history.membership_no': ['stays', 'the ledger never changes: points go over by rows of their own'],
  'customer_consent.customer_id': ['stays', 'what was said was said; the stricter word is written for the survivor'],
  'approval.membership_no': ['stays', 'a decided request never changes, and a waiting one refuses the merge'],
  'membership_cycle_review.membership_no': ['stays', 'says how a cycle of that number ended'],
  'archived_member.customer_id': ['stays', 'says when that record was put away'],
  'recent_record.customer_id': ['stays', 'lists of what was opened leave merged customers out'],
  'customer_access.customer_id': ['stays', 'says who was looked up; the survivor is looked up anew'],
  'session.customer_id': ['stays', 'nobody signs in as a customer yet'],
  'proof_difference.membership_no': ['stays', 'says what a proof found of that number'],
  'member_merge.survivor_customer_id': ['merge'],
  'member_merge.merged_customer_id': ['merge'],
  'member_merge.survivor_membership_no': ['merge'],
  'member_merge.merged_membership_no': ['merge'],
}
