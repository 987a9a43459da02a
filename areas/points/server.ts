import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { adjustmentApprovalKinds } from './server/adjustments/approval-kinds.ts'
import { pointMergeFields, pointReminders } from './server/merge-names.ts'
import { endPastAllowances, expireLotsStep, recoverArrearsStep } from './server/nightly.ts'
import { findPointsOutstanding } from './server/outstanding-points.ts'
import { pointRoutes } from './server/routes.ts'
import { pointRowKinds } from './server/row-kinds.ts'
import { findPointBalance } from './server/rows.ts'
import { pointRatesSetupStep } from './server/rules/first-steps.ts'
import { pointSegmentFields } from './server/segment-fields.ts'
import { pointTimelineSource } from './server/timeline.ts'

export const pointsServerArea: ServerArea = {
  name: 'points',
  segmentFields: pointSegmentFields,
  timeline: [pointTimelineSource],
  routes: pointRoutes,
  rowKinds: pointRowKinds,
  batchSteps: { expire: [endPastAllowances, recoverArrearsStep, expireLotsStep] },
  approvalKinds: adjustmentApprovalKinds,
  merge: {
    written: {
      'point_balance.membership_no': 'is emptied into the survivor’s and closed',
      'offline_allowance.membership_no': 'goes over with the points that it reserves, and ends with an unmerge',
    },
    stays: {
      'point_history.membership_no': 'the ledger never changes: points go over by rows of their own',
      'offline_redemption.membership_no': 'keeps the number of its ledger row',
    },
  },
  histories: {
    PointStructure: {
      parts: (id) =>
        sql`select 'PointStructureDetail', structure_detail_id::text from point_structure_detail where structure_id::text = ${id}`,
    },
    PointRate: {
      parts: (id) =>
        sql`select 'PointRateDetail', rate_detail_id::text from point_rate_detail where rate_id::text = ${id}`,
    },
  },
  firstSteps: pointRatesSetupStep,
  uses: {
    ProductGroup: {
      Rates: ({ ProductCode }) =>
        sql`point_rate where object_type = 'ProductGroup' and object_value = ${ProductCode} and status <> 'Deleted'`,
    },
  },
  memberBalance: findPointBalance,
  outstandingPoints: findPointsOutstanding,
  mergeNames: pointMergeFields,
  reminders: pointReminders,
  personal: {
    tables: [
      {
        table: 'point_history',
        part: 'Points',
        rows: 'r.membership_no = any($2::text[])',
        hides: 'source_key rule_refs request_id reason_code object_type object_value',
        dots: 'remark',
        keeps: `membership_no balance_type transaction_type business_date available_from expiry_date invoice_no reference_code object_type
          object_value reason_code outlet_code source_key rule_refs request_id status`,
        auditKept: true,
      },
      {
        table: 'point_balance',
        part: 'Points',
        rows: 'r.membership_no = any($2::text[])',
        hides: 'frozen_yn last_sequence_no',
        keeps: 'membership_no balance_type frozen_yn',
        auditKept: true,
      },
    ],
    none: {
      offline_allowance: 'says which points of the balance a till has reserved; names a number and a system account',
      offline_redemption: 'says how a redemption of the ledger was covered',
      point_allocation: 'says which points paid for which; both rows of the ledger are given',
    },
  },
}
