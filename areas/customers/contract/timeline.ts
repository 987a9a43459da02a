import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, Instant, PersonName } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { row, rows } from '#kit/contract/scope.ts'

/** What the feed of a customer is made of. An area that adds a kind brings its source (`timeline` in its server.ts). */
export const TimelineKind = z.enum([
  'Registered',
  'Consent',
  'Address',
  'Sale',
  'Return',
  'Points',
  'Level',
  'Amendment',
  'Referral',
  'Merge',
  'Contact',
  'Activity',
  'Reward',
  'Feedback',
])
export type TimelineKind = z.infer<typeof TimelineKind>

export const TimelineEntry = z.strictObject({
  /** Of a sale of which something was returned, when that was last. */
  At: Instant,
  Kind: TimelineKind,
  /** Unique together with Kind. */
  ObjectId: z.string(),
  By: PersonName.nullable(),
  OutletCode: z.string().nullable(),
  /**
   * What it is about: registration source, consent channel, address type, invoice number, points transaction type,
   * Upgrade or Downgrade, or the name of the field that was changed.
   */
  Subject: z.string(),
  /** Sale: its first pieces. Return: the invoice of its sale. Consent: Y or N. Level: its status. Points: remark. Address: first line. Contact: what came of it. Activity: what was written. Reward: its name. Feedback: the recommendation from 0 to 10, if it has one. */
  Detail: z.string().nullable(),
  MembershipNo: z.string().nullable(),
  /** Net amount of a sale or return. */
  Amount: z.string().nullable(),
  /** Points moved, signed; of a sale the points it earned. */
  Points: z.int().nullable(),
  /**
   * Amendment and Level: before and after. Referral: the other one's name, if they are of one's own outlet, and number.
   * Contact: the note. Feedback: Y if the score is low, and the words. Reward: its code, and its new last day if it was extended. Identity numbers are masked.
   */
  Previous: z.string().nullable(),
  Updated: z.string().nullable(),
  /** Sale: when it was, if something of it was returned since. */
  Since: Instant.nullable(),
  /** Sale: what was returned of it, the oldest first. */
  Returns: z
    .array(z.strictObject({ At: Instant, InvoiceNo: z.string(), Amount: z.string(), Points: z.int() }))
    .nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const customerTimeline = read({
  path: '/customer/customers/timeline',
  access: { role: ['Customer', 'Profile Amendment Review'] },
  scope: rows(row('customer', 'Search.CustomerId', 'looked up')),
  about: ['customer', 'membership', 'amendment'],
  summary:
    'Everything that happened to a customer in one feed, newest first. A sale tells its points and what was returned of it; asked for alone, points and returns are entries of their own',
  body: pageQuery(
    {
      CustomerId: Id,
      Kind: z.union([TimelineKind, z.array(TimelineKind).min(1).max(TimelineKind.options.length)]),
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['At'], direction: 'DESC' },
  ).refine(({ Search }) => Search.CustomerId !== undefined, { path: ['Search', 'CustomerId'], message: 'Required' }),
  reply: pageOf(TimelineEntry),
})
