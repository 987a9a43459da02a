import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { mergeApprovalKind } from './server/approval-kind.ts'
import { mergeRoutes } from './server/routes.ts'
import { mergeTimelineSource } from './server/timeline.ts'

export const mergesServerArea: ServerArea = {
  name: 'merges',
  timeline: [mergeTimelineSource],
  routes: mergeRoutes,
  rowKinds: {
    merge: createCustomerRowKind(
      'member_merge join customer on customer_id in (survivor_customer_id,merged_customer_id) where merge_id=named.key::bigint',
    ),
  },
  approvalKinds: [mergeApprovalKind],
  merge: {
    written: {
      'member_merge.survivor_customer_id': 'the record of the merge',
      'member_merge.merged_customer_id': 'the record of the merge',
      'member_merge.survivor_membership_no': 'the record of the merge',
      'member_merge.merged_membership_no': 'the record of the merge',
    },
  },
  personal: {
    tables: [
      {
        table: 'member_merge_snapshot',
        part: 'Changes',
        rows: `r.merge_id in (select merge_id from member_merge where survivor_customer_id = any($1::bigint[])
          or merged_customer_id = any($1::bigint[]))`,
        hides: '*',
        because: 'repeats the values of the two records',
        sets: { people: "'{}'", moved: "'{}'" },
      },
      {
        table: 'member_merge',
        part: 'Changes',
        rows: 'r.survivor_customer_id = any($1::bigint[]) or r.merged_customer_id = any($1::bigint[])',
        hides: 'reason unmerge_reason requested_by merged_by unmerged_by',
        dots: 'reason unmerge_reason',
        keeps: 'survivor_membership_no merged_membership_no requested_by merged_by outlet_code status unmerged_by',
        auditKept: true,
      },
    ],
  },
}
