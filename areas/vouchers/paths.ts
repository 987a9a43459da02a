import { path } from '#kit/contract/path.ts'

export const vouchersPath = path('/setup/voucher-listing')
export const erpPath = path('/settings/erp')
