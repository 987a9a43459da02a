import { accessRows } from '#areas/access/server/row-kinds.ts'
import { approvalRows } from '#areas/approvals/server/row-kinds.ts'
import { customerRows } from '#areas/customers/server/row-kinds.ts'
import { expiryRows } from '#areas/expiry/server/row-kinds.ts'
import { exportRows } from '#areas/exports/server/row-kinds.ts'
import { importRows } from '#areas/imports/server/row-kinds.ts'
import { mediaRows } from '#areas/media/server/row-kinds.ts'
import { pointRows } from '#areas/points/server/row-kinds.ts'
import { referralRows } from '#areas/referrals/server/row-kinds.ts'
import { salesRows } from '#areas/sales/server/row-kinds.ts'
import { viewRowKinds } from '#areas/views/server/row-kinds.ts'
import type { RowKinds } from '#kit/server/rows.ts'

/** Every kind of row that a call may name under a scope, and whose such a row is. */
export const rowKinds: RowKinds = {
  ...accessRows,
  ...approvalRows,
  ...customerRows,
  ...expiryRows,
  ...exportRows,
  ...importRows,
  ...mediaRows,
  ...pointRows,
  ...referralRows,
  ...salesRows,
  ...viewRowKinds,
}
