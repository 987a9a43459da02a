/** Status that determines the style of the tag for each status of a voucher. */
export const voucherStatusTags = {
  A: 'Active',
  R: 'Reserved',
  X: 'Expired',
  V: 'Voided',
  Deleted: 'Deleted',
} as const
