import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, membershipNumber } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

// After a self-service change of e-mail or phone, redemptions are blocked for a day or until staff confirm the person.

/** The contact fields of a customer. A value from a public page is unproved until a code or staff prove it. */
export const ContactField = z.enum(['Email', 'ContactNo'])
export type ContactField = z.infer<typeof ContactField>

const access = { role: ['Customer', 'Redeem Rewards'] } as const
const scope = namedRows(row('membership', 'MembershipNo', 'looked up'))

export const getContactHold = read({
  path: '/customer/contact-changes/find-one',
  access,
  scope,
  about: ['contact change'],
  summary:
    'Returns whether redemptions wait because the customer changed e-mail or phone by self-service, and which of them are unproved',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({
    Hold: z.strictObject({ ChangedAt: Instant, HeldUntil: Instant, Fields: z.array(ContactField) }).nullable(),
    /** Unproved contact fields. They get no messages, and marketing consents for them have no effect yet. */
    Unproved: z.array(ContactField),
  }),
})

export const confirmContact = change({
  path: '/customer/contact-changes/confirm',
  access,
  scope,
  about: ['contact change', 'customer'],
  summary:
    'Confirms the customer in person: redemptions no longer wait for the change of e-mail or phone, and both count as proved',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({ Confirmed: z.int() }),
})
