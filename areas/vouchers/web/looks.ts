/** The status word that determines the tag style of each voucher status. */
export const voucherStatusStyles = {
  A: 'Active',
  R: 'Reserved',
  X: 'Expired',
  V: 'Voided',
  Deleted: 'Deleted',
} as const
