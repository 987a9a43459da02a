import { definePath } from '#kit/contract/path.ts'

export const vouchersPath = definePath('/setup/voucher-listing')
export const erpPath = definePath('/settings/erp')
