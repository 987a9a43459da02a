import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, Instant, PersonName } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row } from '#kit/contract/scope.ts'
import { SalePoints } from './sale-points.ts'

/** The kinds of entries in a customer's timeline. An area with a new kind also adds a source in its server.ts. */
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
  /** Id of the record behind the entry, unique together with Kind. */
  ObjectId: z.string(),
  By: PersonName.nullable(),
  OutletCode: z.string().nullable(),
  /**
   * Subject of the entry: registration source, consent channel, address type, invoice or points transaction type.
   * The subject of a level entry is Upgrade or Downgrade, of an amendment the name of the changed field.
   */
  Subject: z.string(),
  /**
   * Sales show their first articles, returns the invoice of their sale, points the remark, addresses the first line.
   * Consents show Y or N, levels the status, contacts the outcome, activities the text, rewards the name.
   * Feedback shows the likelihood to recommend from 0 to 10, if the response has an answer to this question.
   */
  Detail: z.string().nullable(),
  MembershipNo: z.string().nullable(),
  /** Net amount of a sale; negative for a return. */
  Amount: z.string().nullable(),
  /** Signed number of points moved. For a sale these are the awarded points including bonuses. */
  Points: z.int().nullable(),
  /**
   * Values before and after for amendments and levels; identity numbers are masked.
   * A referral has the name (own outlet only) and the number of the other person.
   * A contact has the note, the points of a purchase the part that is a bonus.
   * Feedback has Y if the score is low, and the comment.
   * A reward has the code, and Claimed or Collected after the hand-over, or the new expiry date after an extension.
   */
  Previous: z.string().nullable(),
  Updated: z.string().nullable(),
  /**
   * The time of the sale if At is the time of a return.
   * For a reward the time of the redemption or issue if At is the time of the hand-over.
   */
  Since: Instant.nullable(),
  /** The returns of a sale, the oldest first; null for other entries. */
  Returns: z
    .array(z.strictObject({ At: Instant, InvoiceNo: z.string(), Amount: z.string(), Points: z.int() }))
    .nullable(),
  /** Breakdown of the points of a sale or return; null for other entries. */
  SalePoints: SalePoints.nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const customerTimeline = read({
  path: '/customer/customers/timeline',
  access: { role: ['Customer', 'Profile Amendment Review'] },
  scope: namedRows(row('customer', 'Search.CustomerId', 'looked up')),
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
  reply: pageReply(TimelineEntry),
})
