import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { Id, YN } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

// Members have no password. "Unlock" and "password reset" let the member sign in again without giving staff access.

export const resetCustomerSignIn = change({
  path: '/customer/sign-in/reset',
  access: { role: 'Customer' },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['customer'],
  summary: 'Clears a member’s sign-in limits; with LinkYN Y it also ends all their sessions and sends a sign-in link',
  body: z.strictObject({ CustomerId: Id, LinkYN: YN.default('Y') }),
  reply: z.strictObject({
    CustomerId: Id,
    /** Number of deleted counters, and number of ended sessions. */
    Forgotten: z.int(),
    SessionsEnded: z.int(),
    /** The masked address to which the link was sent; null without a link. */
    SentTo: z.string().nullable(),
  }),
})
