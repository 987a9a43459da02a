import type { ServerArea } from '#kit/server/area.ts'
import { mergeKind } from './server/approval-kind.ts'
import { mergeRoutes } from './server/routes.ts'

export const merges: ServerArea = {
  name: 'merges',
  routes: mergeRoutes,
  approvalKinds: [mergeKind],
  merge: {
    written: {
      'member_merge.survivor_customer_id': 'the record of the merge',
      'member_merge.merged_customer_id': 'the record of the merge',
      'member_merge.survivor_membership_no': 'the record of the merge',
      'member_merge.merged_membership_no': 'the record of the merge',
    },
  },
}
