import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { change } from '#kit/contract/endpoint.ts'
import { Email, Id, Instant, YN } from '#kit/contract/fields.ts'
import { noRow, row } from '#kit/contract/scope.ts'
import { ChallengeId, CodeSent, OneTimeCode, PageLanguage } from './sessions.ts'

// E-mail addresses are proved by a one-time code: by customers on their pages, or by staff to whom the customer reads it.

const access = { role: ['Customer', 'Update Member Listing'], visitor: true } as const

export const sendVerification = change({
  path: '/customer/customers/email-verification/send',
  access,
  scope: noRow('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: [],
  summary: 'Sends a one-time code to an e-mail address, to prove that it is the customer’s; an earlier code is void',
  body: z.strictObject({
    /** Staff name the customer; who is in self-service is known. */
    CustomerId: Id.optional(),
    /** The address on file if left out. */
    Email: Email.optional(),
    Language: PageLanguage.default('en'),
  }),
  reply: CodeSent,
})

export const validateVerification = change({
  path: '/customer/customers/email-verification/validate',
  access,
  scope: noRow('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['customer'],
  summary: 'Proves an e-mail address by its one-time code; the address on file becomes verified',
  body: z.strictObject({ ChallengeId, Code: OneTimeCode, CustomerId: Id.optional() }),
  reply: z.strictObject({ status: z.literal('valid') }),
})

export const updateEmail = change({
  path: '/customer/email/update',
  access,
  scope: noRow('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['customer'],
  summary:
    'Changes the e-mail address. It is verified only if a code proved it: VerifiedEmailYN and MemberType are ignored',
  body: z.strictObject({
    CustomerId: Id.optional(),
    Email,
    VerifiedEmailYN: YN.optional(),
    MemberType: MemberType.optional(),
  }),
  reply: z.strictObject({
    CustomerId: Id,
    Email: z.string().nullable(),
    VerifiedEmailYN: YN,
    /** Until then points are only redeemed after staff have confirmed the customer in person. */
    ContactHeldUntil: Instant.nullable(),
  }),
})
