import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { Id, YN } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

// Members have no password, so "Unlock" and "password reset" let a member sign in again without any access for staff.

export const resetCustomerSignIn = change({
  path: '/customer/sign-in/reset',
  access: { role: 'Customer' },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['customer'],
  summary: 'Clears a member’s sign-in limits; with LinkYN Y it also ends all their sessions and sends a sign-in link',
  body: z.strictObject({ CustomerId: Id, LinkYN: YN.default('Y') }),
  reply: z.strictObject({
    CustomerId: Id,
    /** Number of counters of the sign-in limits that were deleted. */
    Forgotten: z.int(),
    SessionsEnded: z.int(),
    /** Masked address to which the sign-in link was sent; null if none was sent. */
    SentTo: z.string().nullable(),
  }),
})
