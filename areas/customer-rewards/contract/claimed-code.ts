import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { Instant, upperText } from '#kit/contract/fields.ts'
import { row, rows } from '#kit/contract/scope.ts'

/** For so long after a claim the one who made it can read its voucher's code. */
export const CODE_VISIBLE_MINUTES = 10

/**
 * The voucher of a claim with its security code, to write on the slip or to read to the customer. It is answered to the user who made
 * the claim, at the outlet of the claim, until `VisibleUntil`; each look is noted in the text log. A page calls it when somebody asks for
 * the code or prints it, keeps it no longer than it shows, and hides it at `VisibleUntil`. Everybody else sees dots; head office
 * reads codes in Voucher Listing with the privilege Manage Voucher Security Code.
 */
export const showClaimedCode = change({
  path: '/reward/customer-rewards/security-code',
  access: { role: 'Claim Rewards' },
  scope: rows(row('customer reward', 'ReferenceCode', 'looked up')),
  about: [],
  summary: `The security code of a voucher that you claimed within the last ${CODE_VISIBLE_MINUTES} minutes at your outlet; who looked is noted`,
  body: z.strictObject({ ReferenceCode: upperText(20) }),
  reply: z.strictObject({
    ReferenceCode: z.string(),
    VoucherNo: z.string(),
    SecurityCode: z.string(),
    VisibleUntil: Instant,
  }),
})
