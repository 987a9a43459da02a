import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, Instant, PersonName } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { row, rows } from '#kit/contract/scope.ts'
import { SalePoints } from './sale-points.ts'

/** The kinds of entries in a customer's feed. An area adds the kind here and its source in its server.ts. */
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
  /** Time of the entry: for a sale with returns the last return, for a reward the time of its hand-over. */
  At: Instant,
  Kind: TimelineKind,
  /** Unique together with Kind. */
  ObjectId: z.string(),
  By: PersonName.nullable(),
  OutletCode: z.string().nullable(),
  /**
   * The subject: registration source, consent channel, address type, invoice number or points transaction type.
   * For a level Upgrade or Downgrade; for an amendment the name of the changed field.
   */
  Subject: z.string(),
  /**
   * Sale: its first articles. Return: the invoice of its sale. Consent: Y or N. Level: its status. Points: remark.
   * Address: first line. Contact: its outcome. Activity: its text. Reward: its name.
   * Feedback: the likelihood to recommend from 0 to 10, if the response has one.
   */
  Detail: z.string().nullable(),
  MembershipNo: z.string().nullable(),
  /** Net amount of a sale; negative for a return. */
  Amount: z.string().nullable(),
  /** Signed points moved; for a sale and the earning of a purchase the awarded points including bonuses. */
  Points: z.int().nullable(),
  /**
   * Amendment and Level: before and after. Referral: name (own outlet only) and number of the other person.
   * Contact: the note. Points: the bonus part of the points of a purchase.
   * Feedback: Y if the score is low, and the comment.
   * Reward: its code, and Claimed or Collected after the hand-over, or the new expiry date after an extension.
   * Identity numbers are masked.
   */
  Previous: z.string().nullable(),
  Updated: z.string().nullable(),
  /**
   * Sale: the time of the sale if At is the time of a return.
   * Reward: the time of its redemption or issue if At is the time of its hand-over.
   */
  Since: Instant.nullable(),
  /** Sale: its returns, the oldest first. */
  Returns: z
    .array(z.strictObject({ At: Instant, InvoiceNo: z.string(), Amount: z.string(), Points: z.int() }))
    .nullable(),
  /** Sale and return: the breakdown of their points. */
  SalePoints: SalePoints.nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const customerTimeline = read({
  path: '/customer/customers/timeline',
  access: { role: ['Customer', 'Profile Amendment Review'] },
  scope: rows(row('customer', 'Search.CustomerId', 'looked up')),
  about: ['customer', 'membership', 'amendment'],
  summary:
    'Lists all events of a customer in one feed, newest first. A sale shows its points with bonuses and returns, a reward its points and hand-over; filtered to one kind, points and returns are separate entries',
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
