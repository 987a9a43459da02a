import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { Id, YN } from '#kit/contract/fields.ts'
import { row, rows } from '#kit/contract/scope.ts'

// Members have no password: "unlock" and "password reset" let them sign in again, and never let staff in.

export const resetCustomerSignIn = change({
  path: '/customer/sign-in/reset',
  access: { role: 'Customer' },
  scope: rows(row('customer', 'CustomerId', 'looked up')),
  about: ['customer'],
  summary:
    'Clears what a member tried wrongly; with LinkYN Y it also signs them out everywhere and sends a link to sign in',
  body: z.strictObject({ CustomerId: Id, LinkYN: YN.default('Y') }),
  reply: z.strictObject({
    CustomerId: Id,
    /** How many counters were cleared, and how many sessions were ended. */
    Forgotten: z.int(),
    SessionsEnded: z.int(),
    /** Where the link went, masked; null without one. */
    SentTo: z.string().nullable(),
  }),
})
