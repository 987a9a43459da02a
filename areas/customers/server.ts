import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { toColumnName } from '#kit/server/names.ts'
import { customerFieldsClearedByErasure } from './contract/customer-fields.ts'
import { amendmentsPath } from './paths.ts'
import { countPendingAmendments } from './server/amendments/list-amendments.ts'
import { findRemovedCustomFieldName, segmentFieldsOfCustomFields } from './server/custom-segment-fields.ts'
import { leadSourceRoutes } from './server/lead-sources.ts'
import { customerMergeFields } from './server/merge-names.ts'
import { customerRoutes, tagRoutes } from './server/routes.ts'
import { customerRowKinds } from './server/row-kinds.ts'
import { customerSegmentFields } from './server/segment-fields.ts'
import { staffCustomerLookup } from './server/staff-as-customer.ts'

const isRegistration = (history: string) => `${history}.action_type = 'Create'`
/** An identity value entered at registration that staff have not reviewed yet. */
const pendingIdentity = (field: 'IdType' | 'IdNo') => `(
  select f.updated from profile_updated_field f join profile_updated_history h using (history_id)
  where h.customer_id = r.customer_id and ${isRegistration('h')} and h.applied_yn = 'N' and f.field_name = '${field}' limit 1)`

export const customersServerArea: ServerArea = {
  name: 'customers',
  segmentFields: customerSegmentFields,
  segmentFieldsNow: segmentFieldsOfCustomFields,
  segmentFieldGone: findRemovedCustomFieldName,
  routes: customerRoutes,
  belongsTo: { 'data-quality': tagRoutes, leads: leadSourceRoutes },
  rowKinds: customerRowKinds,
  uses: {
    LeadSource: {
      Customers: ({ LeadSourceId }) =>
        sql`customer where lead_source_id = ${LeadSourceId} and status not in ('Deleted', 'Merged')`,
    },
  },
  staffAsCustomer: staffCustomerLookup,
  mergeNames: customerMergeFields,
  badges: { [amendmentsPath.pattern]: countPendingAmendments },
  merge: {
    blockers: {
      amendment: ({ MergedId }) =>
        sql`select '', '' from profile_updated_history where customer_id = ${MergedId} and reviewed_date is null`,
    },
    moves: [
      { table: 'customer_address', key: 'address_id', keyType: 'bigint', customer: 'customer_id' },
      {
        table: 'customer_tag',
        key: 'tag_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) => sql`exists (
          select from customer_tag own where own.customer_id = ${SurvivorId} and upper(own.name) = upper(r.name) and own.status <> 'Deleted')`,
      },
      { table: 'contact_change', key: 'change_id', keyType: 'bigint', customer: 'customer_id' },
      { table: 'profile_updated_history', key: 'history_id', keyType: 'bigint', customer: 'customer_id' },
    ],
    // The customer columns that a merge sets without asking the user to choose a value.
    written: {
      'customer.custom_values': 'the survivor’s, and the merged record’s where the survivor’s own fields hold nothing',
      'customer.member_type': 'premium if one of the memberships is',
      'customer.status': 'Merged, of the merged record',
      'customer.version': 'counted on',
      'customer.updated_by_id': 'who merged',
      'customer.updated_at': 'when',
      'customer.merged_into_customer_id': 'leads from the merged record to the survivor',
      'customer.recommend_membership_no': 'points at the survivor; a customer cannot recommend themselves',
    },
    stays: {
      'customer.registration_source': 'where the survivor came from',
      'customer.upgrade_pending_yn': 'a customer with a prepared upgrade cannot be merged',
      'customer.upgrade_data': 'a customer with a prepared upgrade cannot be merged',
      'customer.external_ref': 'each file that named the merged record still finds it, and the survivor through it',
      'customer.created_by_id': 'who registered the survivor',
      'customer.created_at': 'when the survivor was registered',
      'customer.erased_at': 'an erased customer cannot be merged',
      'customer_consent.customer_id': 'past consents stay as given; the stricter consent is written for the survivor',
      'unproved_contact.customer_id': 'of the merged record; staff see to the address that the survivor keeps',
      'customer_access.customer_id': 'says who was looked up; the survivor is looked up again',
    },
  },
  histories: {
    Customer: {
      parts: (
        id,
      ) => sql`select 'CustomerAddress', address_id::text from customer_address where customer_id::text = ${id}
        union all select 'CustomerConsent', consent_id::text from customer_consent where customer_id::text = ${id}`,
      hidden: (id) => sql`select from customer where customer_id::text = ${id} and status = 'Deleted'`,
    },
  },
  personal: {
    tables: [
      {
        table: 'customer',
        part: 'Profile',
        rows: 'r.customer_id = any($1::bigint[])',
        hides: 'upgrade_pending_yn upgrade_data external_ref contact_no_typed erased_at merged_into_customer_id',
        own: {
          // The column contains a number that waits for review because another customer has the number (decision 120).
          sets: {
            id_type: `coalesce(r.id_type, ${pendingIdentity('IdType')})`,
            id_no: `coalesce(r.id_no, ${pendingIdentity('IdNo')})`,
            id_not_given_yn: `case when ${pendingIdentity('IdNo')} is null then r.id_not_given_yn else 'N' end`,
          },
        },
        clears: [
          ...customerFieldsClearedByErasure.map(toColumnName),
          'contact_no_typed verified_email_at upgrade_data external_ref',
        ].join(' '),
        sets: {
          full_name: "'Erased customer'",
          id_not_given_yn: "'Y'",
          verified_email_yn: "'N'",
          spoken_languages: "'{}'",
          custom_values: "'{}'",
          status: "case r.status when 'Merged' then 'Merged' else 'Deleted' end",
          erased_at: 'coalesce(r.erased_at, now())',
          version: 'r.version + 1',
        },
        keeps:
          'member_type language recommend_membership_no registered_outlet_code registration_source upgrade_pending_yn',
      },
      { table: 'customer_address', part: 'Profile', removes: true },
      { table: 'customer_tag', part: 'Profile', removes: true },
      {
        table: 'customer_consent',
        part: 'Consents',
        adds: {
          wording_no: () => 'r.wording_version',
          wording: (language) => `(select w.wording from consent_wording w
            where w.version = r.wording_version and w.channel = r.channel
            order by w.language = r.wording_language desc nulls last, w.language = '${language}' desc, w.language = 'en' desc limit 1)`,
        },
        keeps: 'channel granted_yn wording_version wording_language source outlet_code',
      },
      {
        table: 'unproved_contact',
        part: 'Consents',
        removes: true,
      },
      {
        table: 'profile_updated_field',
        part: 'Changes',
        rows: 'r.history_id in (select history_id from profile_updated_history where customer_id = any($1::bigint[]))',
        own: {
          without: `exists (select from profile_updated_history h where h.history_id = r.history_id and ${isRegistration('h')})`,
        },
        removes: true,
      },
      { table: 'profile_updated_history', part: 'Changes', own: { without: isRegistration('r') }, removes: true },
    ],
    none: { customer_access: 'records which session looked a customer up, and when' },
  },
}
