import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { membershipMergeFields } from './server/merge-names.ts'
import { membershipRoutes } from './server/routes.ts'
import { membershipSegmentFields } from './server/segment-fields.ts'

export const membershipsServerArea: ServerArea = {
  name: 'memberships',
  segmentFields: membershipSegmentFields,
  routes: membershipRoutes,
  mergeNames: membershipMergeFields,
  merge: {
    written: {
      'membership.customer_id': 'a membership in a card group that the survivor lacks goes over itself',
      'membership.merged_into_membership_no': 'keeps the number as an alias',
    },
    stays: { 'act_put_off.membership_no': 'is over tomorrow' },
  },
  uses: {
    CardGroup: {
      Memberships: ({ GroupId }) => sql`membership where card_group_id = ${GroupId} and status <> 'Deleted'`,
    },
    CardCategory: { Members: ({ Code }) => sql`membership where card_category_code = ${Code} and status <> 'Deleted'` },
  },
  histories: {
    Membership: {
      hidden: (id) => sql`select from membership where membership_no = ${id} and status = 'Deleted'`,
    },
  },
  personal: {
    tables: [
      {
        table: 'membership',
        part: 'Memberships',
        hides: 'card_group_id merged_into_membership_no',
        sets: { status: "case r.status when 'Merged' then 'Merged' else 'Deleted' end" },
        keeps: 'membership_no card_category_code member_type join_date cycle_start cycle_end merged_into_membership_no',
        auditKept: true,
      },
    ],
    none: { act_put_off: 'records which suggestions a user has postponed for today' },
  },
}
