import type { ServerArea } from '#kit/server/area.ts'
import { voucherExpiryKind } from './server/batch-expiry.ts'
import { expireVouchers } from './server/expire.ts'
import { voucherRoutes } from './server/routes.ts'

export const vouchers: ServerArea = {
  name: 'vouchers',
  routes: voucherRoutes,
  jobs: [expireVouchers],
  approvalKinds: [voucherExpiryKind],
}
