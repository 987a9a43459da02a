import { sql } from 'kysely'
import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import { saleEarnedEvent, saleReturnedEvent } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleSqlEvent } from '#kit/server/events.ts'
import { levelApprovalKind } from './server/approval-kind.ts'
import { findErrorForSaleBehindLevel } from './server/basis-of-level.ts'
import {
  applyDueLevelChangesStep,
  evaluateCancelledUpgradesStep,
  reviewCyclesStep,
  upgradeMembersStep,
} from './server/nightly.ts'
import { levelRoutes, upgradeRoutes } from './server/routes.ts'
import { levelTimelineSource } from './server/timeline.ts'

export const levelsServerArea: ServerArea = {
  name: 'levels',
  timeline: [levelTimelineSource],
  routes: levelRoutes,
  belongsTo: { memberships: upgradeRoutes },
  rowKinds: {
    'level history': createCustomerRowKind(
      'membership_level_history join membership using (membership_no) join customer using (customer_id) where level_history_id=named.key::bigint',
    ),
  },
  isBasisOf: findErrorForSaleBehindLevel,
  batchSteps: {
    settle: [applyDueLevelChangesStep, evaluateCancelledUpgradesStep, upgradeMembersStep, reviewCyclesStep],
  },
  approvalKinds: [levelApprovalKind],
  handles: [
    handleSqlEvent(saleEarnedEvent, 'upgrades the member if the settings allow immediate upgrades'),
    handleSqlEvent(saleReturnedEvent, 'requests the reversal of an upgrade that depended on the sale'),
  ],
  merge: {
    moves: [
      { table: 'membership_level_history', key: 'level_history_id', keyType: 'bigint', membership: 'membership_no' },
    ],
    blockers: {
      level: ({ numbers }) => sql`select membership_no, ''::text as detail from membership_level_history
        where membership_no = any(${numbers}) and (status = 'Pending' or status = 'Approved' and applied_at is null and lapsed_at is null)`,
    },
    stays: { 'membership_cycle_review.membership_no': 'says how a cycle of that number ended' },
  },
  histories: {
    Membership: {
      parts: (id) =>
        sql`select 'MembershipLevelHistory', level_history_id::text from membership_level_history where membership_no = ${id}`,
    },
  },
  personal: {
    tables: [
      {
        table: 'membership_level_history',
        part: 'Memberships',
        rows: 'r.membership_no = any($2::text[])',
        hides: 'decision_remark remark requested_at decided_at undoes_id',
        dots: 'reason decision_remark remark',
        keeps: `membership_no action from_category to_category basis_invoice_no cycle_start cycle_end effective_date status outlet_code basis_from
          basis_to`,
        auditKept: true,
      },
      {
        table: 'membership_cycle_review',
        part: 'Memberships',
        rows: 'r.membership_no = any($2::text[])',
        keeps: 'membership_no cycle_start cycle_end card_category_code outcome',
        auditKept: true,
      },
    ],
  },
}
