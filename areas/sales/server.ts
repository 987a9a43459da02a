import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { salesToCheckPath } from './paths.ts'
import { manualSaleKind } from './server/approval-kind.ts'
import { salesRoutes } from './server/routes.ts'
import { salesRows } from './server/row-kinds.ts'
import { salesToCheck } from './server/sales-to-check.ts'
import { saleSegmentFields } from './server/segment-fields.ts'

export const sales: ServerArea = {
  name: 'sales',
  segmentFields: saleSegmentFields,
  routes: salesRoutes,
  rowKinds: salesRows,
  approvalKinds: [manualSaleKind],
  badges: { [salesToCheckPath.pattern]: salesToCheck },
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
}
