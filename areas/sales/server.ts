import { sql } from 'kysely'
import { invoiceRedeemingEvent } from '#areas/points/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleSqlEvent } from '#kit/server/events.ts'
import { salesToCheckPath } from './paths.ts'
import { manualSaleApprovalKind } from './server/approval-kind.ts'
import { countSalesToCheck } from './server/checked-sales.ts'
import { purchaseDaysJob } from './server/make-purchase-days.ts'
import { saleMergeFields } from './server/merge-names.ts'
import { findPendingPoints, findSaleOfInvoice, salePointsOfTransactionSql } from './server/pending-points.ts'
import { pointRoutes, salesRoutes } from './server/routes.ts'
import { saleRowKinds } from './server/row-kinds.ts'
import { countLinesToCheck } from './server/sales-to-check.ts'
import { saleSegmentFields } from './server/segment-fields.ts'
import { simulationJob } from './server/simulation/background.ts'
import { saleTimelineSource } from './server/timeline.ts'
import { warmUpSales } from './server/warm-up.ts'

export const salesServerArea: ServerArea = {
  name: 'sales',
  segmentFields: saleSegmentFields,
  timeline: [saleTimelineSource],
  routes: salesRoutes,
  belongsTo: { points: pointRoutes },
  jobs: [purchaseDaysJob, simulationJob],
  warmUp: warmUpSales,
  handles: [handleSqlEvent(invoiceRedeemingEvent, 'rejects an invoice whose lines were all returned')],
  pendingPoints: findPendingPoints,
  salePoints: salePointsOfTransactionSql,
  mergeNames: saleMergeFields,
  findSaleOfInvoice,
  rowKinds: saleRowKinds,
  approvalKinds: [manualSaleApprovalKind],
  badges: {
    [salesToCheckPath.pattern]: async (ctx) => (await countLinesToCheck(ctx)) + (await countSalesToCheck(ctx)),
  },
  merge: {
    moves: [
      {
        table: 'transaction_summary',
        key: 'transaction_id',
        keyType: 'bigint',
        customer: 'customer_id',
        membership: 'membership_no',
      },
    ],
    stays: {
      'transaction_summary.claimed_membership_no':
        'while it waits its request refuses the merge; afterwards it counts for nothing',
      'sale_head_check.sent_membership_no': 'is the number as a till sent it, which no member had',
      'sold_line.membership_no': 'follows its sale in the statement that moves it',
      'purchase_day.customer_id': 'is recomputed from the sales that the survivor has then',
      'purchase_change.customer_id': 'marks customers whose purchase days are recomputed, and moves with them',
    },
  },
  histories: {
    TransactionSummary: {
      parts: (id) =>
        sql`select 'TransactionDetail', transaction_id || '/' || sequence_no from transaction_detail where transaction_id::text = ${id}`,
      hidden: (id, outlet) =>
        sql`select from transaction_summary where transaction_id::text = ${id} and outlet_code is distinct from ${outlet}`,
    },
  },
  personal: {
    tables: [
      {
        table: 'transaction_summary',
        part: 'Purchases',
        rows: 'r.customer_id = any($1::bigint[]) or r.claimed_membership_no = any($2::text[])',
        hides: 'import_id structure_id approval_status total_stated_yn unassigned_times sales_person_code',
        dots: 'remarks',
        keeps: `sales_order transaction_type invoice_no original_invoice_no membership_no outlet_code sales_person_code department_code
          business_date source approval_status claimed_membership_no total_stated_yn`,
        auditKept: true,
      },
      {
        table: 'transaction_detail',
        part: 'Purchases',
        rows: 'r.transaction_id in (select transaction_id from transaction_summary where customer_id = any($1::bigint[]))',
        hides: 'rate_detail_id structure_detail_id card_level_id points_exact eligible_yn',
        keeps: `item_code description brand product_type product_group stock_group serial_no certificate_no eligible_yn`,
        auditKept: true,
      },
    ],
    none: {
      sale_check: 'says what did not agree in a line of a till',
      sale_head_check: 'says which number or time of a till did not exist',
      sold_line: 'repeats the lines of sales, which are given',
      purchase_day: 'adds up by day what the sales say, which are given',
      purchase_change: 'marks customers whose purchase days are recomputed within a minute',
      sale_bonus: 'says which campaign a bonus of the ledger comes from; the ledger is given',
    },
  },
}
