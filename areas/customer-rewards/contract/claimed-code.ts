import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { Instant, upperCaseText } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

/** Minutes after a claim in which the user who made the claim can read the voucher's security code. */
export const CLAIMED_CODE_VISIBLE_MINUTES = 10

/**
 * Returns the voucher of a claim with its security code, for the slip or to read out to the customer.
 * Only the user or till that claimed the reward gets the code, at the outlet of the claim, until `VisibleUntil`.
 * The text log records each access to the code. Pages request the code on demand, do not cache it, and hide it in time.
 * All other users see a masked security code.
 * Head office reads security codes in Voucher Listing with the privilege Manage Voucher Security Code.
 */
export const showClaimedCode = change({
  path: '/reward/customer-rewards/security-code',
  access: { role: 'Claim Rewards', system: 'rewards:claim' },
  scope: namedRows(row('customer reward', 'ReferenceCode', 'looked up')),
  about: [],
  summary: `Returns the security code of a voucher that the caller claimed within the last ${CLAIMED_CODE_VISIBLE_MINUTES} minutes; each access is logged`,
  body: z.strictObject({ ReferenceCode: upperCaseText(20) }),
  reply: z.strictObject({
    ReferenceCode: z.string(),
    VoucherNo: z.string(),
    SecurityCode: z.string(),
    VisibleUntil: Instant,
  }),
})
