import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { change } from '#kit/contract/endpoint.ts'
import { Email, Id, Instant, YN } from '#kit/contract/fields.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { ChallengeId, CodeSent, OneTimeCode, PageLanguage } from './sessions.ts'

// One-time codes verify e-mail addresses; customers enter them on their pages, or staff enter them for customers.

const access = { role: ['Customer', 'Update Member Listing'], visitor: true } as const

export const sendEmailVerification = change({
  path: '/customer/customers/email-verification/send',
  access,
  scope: unnamedRows('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: [],
  summary: 'Sends a one-time code to verify an e-mail address; an earlier code becomes void',
  body: z.strictObject({
    /** Id of the customer, required for staff; a customer session determines its own customer. */
    CustomerId: Id.optional(),
    /** E-mail address to verify; by default the stored address. */
    Email: Email.optional(),
    Language: PageLanguage.default('en'),
  }),
  reply: CodeSent,
})

export const validateEmailVerification = change({
  path: '/customer/customers/email-verification/validate',
  access,
  scope: unnamedRows('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['customer'],
  summary: 'Validates a one-time code and marks the address on file as verified',
  body: z.strictObject({ ChallengeId, Code: OneTimeCode, CustomerId: Id.optional() }),
  reply: z.strictObject({ status: z.literal('valid') }),
})

export const updateOwnEmail = change({
  path: '/customer/email/update',
  access,
  scope: unnamedRows('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['customer'],
  summary: 'Changes the e-mail address. Only a code verifies it: VerifiedEmailYN and MemberType are ignored',
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
    /** Time until which staff must confirm the customer in person before points are redeemed. */
    ContactHeldUntil: Instant.nullable(),
  }),
})
