import type { ServerArea } from '#kit/server/area.ts'
import { erpPath } from './paths.ts'
import { voucherExpiryApprovalKind } from './server/batch-expiry.ts'
import { exchangeWithErpJob } from './server/erp/exchange.ts'
import { countErpIssues } from './server/erp/status.ts'
import { expireVouchersJob } from './server/expire.ts'
import { reencryptVouchersJob } from './server/reencrypt.ts'
import { voucherRoutes } from './server/routes.ts'

export const vouchersServerArea: ServerArea = {
  name: 'vouchers',
  routes: voucherRoutes,
  jobs: [expireVouchersJob, reencryptVouchersJob, exchangeWithErpJob],
  approvalKinds: [voucherExpiryApprovalKind],
  badges: { [erpPath.pattern]: countErpIssues },
}
