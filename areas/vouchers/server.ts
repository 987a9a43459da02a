import type { ServerArea } from '#kit/server/area.ts'
import { erpPath } from './paths.ts'
import { voucherExpiryApprovalKind } from './server/batch-expiry.ts'
import { exchangeWithErp } from './server/erp/exchange.ts'
import { countErpIssues } from './server/erp/status.ts'
import { expireVouchers } from './server/expire.ts'
import { reencryptVouchers } from './server/reencrypt.ts'
import { voucherRoutes } from './server/routes.ts'

export const vouchers: ServerArea = {
  name: 'vouchers',
  routes: voucherRoutes,
  jobs: [expireVouchers, reencryptVouchers, exchangeWithErp],
  approvalKinds: [voucherExpiryApprovalKind],
  badges: { [erpPath.pattern]: countErpIssues },
}
