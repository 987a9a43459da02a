import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, membershipNumber } from '#kit/contract/fields.ts'
import { row, rows } from '#kit/contract/scope.ts'

// After e-mail or phone were changed by self-service points wait a day, unless staff confirm the customer in person.

const access = { role: ['Customer', 'Redeem Rewards'] } as const
const scope = rows(row('membership', 'MembershipNo', 'looked up'))

export const getContactHold = read({
  path: '/customer/contact-changes/find-one',
  access,
  scope,
  about: ['contact change'],
  summary: 'Whether redemptions wait because the customer changed e-mail or phone by self-service',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({
    Hold: z
      .strictObject({ ChangedAt: Instant, HeldUntil: Instant, Fields: z.array(z.enum(['Email', 'ContactNo'])) })
      .nullable(),
  }),
})

export const confirmContact = change({
  path: '/customer/contact-changes/confirm',
  access,
  scope,
  about: ['contact change', 'customer'],
  summary: 'Staff have the customer in front of them: redemptions no longer wait for the change of e-mail or phone',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({ Confirmed: z.int() }),
})
