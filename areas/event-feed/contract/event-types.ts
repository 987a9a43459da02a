import { z } from 'zod'
import { Decimal, Id, Instant, Points, YN } from '#kit/contract/fields.ts'

// The types of events, with their data. areas/event-feed/sql/record_events.sql writes them.
// A released type may get new fields. Removing or changing a field needs a new Version of the type.

const code = z.string()
const codeOrNull = z.string().nullable()
const day = z.string().meta({ format: 'date' })

const customerData = z.strictObject({
  Status: code,
  MemberType: code,
  RegisteredOutletCode: code,
  /** The customer into which this one was merged; null if it was not merged. */
  MergedIntoCustomerId: Id.nullable(),
  Version: z.int(),
})

const membershipData = z.strictObject({
  Status: code,
  MemberType: code,
  CardGroupId: Id,
  CardCategoryCode: codeOrNull,
  /** The membership that survived a merge; null if this one was not merged. */
  MergedIntoMembershipNo: codeOrNull,
})

const saleData = z.strictObject({
  TransactionId: Id,
  InvoiceNo: code,
  /** The invoice that a return refers to; null for a sale. */
  OriginalInvoiceNo: codeOrNull,
  OutletCode: code,
  BusinessDate: day,
  NetAmount: Decimal,
  TotalAmount: Decimal,
  Source: z.enum(['POS', 'Manual', 'Import']),
  /** Null unless the sale needs the approval of a second person; a sale counts for nothing until it is approved. */
  ApprovalStatus: z.enum(['Pending', 'Approved', 'Rejected', 'Withdrawn']).nullable(),
})

const rewardData = z.strictObject({
  ReferenceCode: code,
  RewardId: Id,
  RewardType: code,
  Status: code,
  Points,
  VoucherNo: codeOrNull,
  ValidityFrom: day,
  ValidityTo: day,
  OutletCode: codeOrNull,
})

const mergeData = z.strictObject({ SurvivorMembershipNo: code, SurvivorCustomerId: Id })

/** The data of each event type. */
export const eventData = {
  'customer.registered': customerData,
  'customer.changed': customerData,
  'customer.deleted': customerData,
  'customer.erased': customerData,
  'consent.recorded': z.strictObject({ Channel: code, GrantedYN: YN }),
  'membership.opened': membershipData,
  'membership.changed': membershipData,
  'membership.level_changed': membershipData,
  'points.moved': z.strictObject({
    HistoryId: Id,
    /** The number of the entry in the member's ledger, without gaps. Skip entries up to the LedgerNo of a snapshot. */
    LedgerNo: z.int(),
    Kind: code,
    /** Points added to the balance, negative if they are taken. The balance is the sum over all entries. */
    Points: z.int(),
    BusinessDate: day,
    AvailableFrom: day.nullable(),
    /** The last day on which the points may be used; null if they never expire or if points are taken. */
    ExpiryDate: day.nullable(),
    InvoiceNo: codeOrNull,
    ReferenceCode: codeOrNull,
    OutletCode: codeOrNull,
  }),
  'points.entry_changed': z.strictObject({
    HistoryId: Id,
    LedgerNo: z.int(),
    PointReversed: z.int(),
    PointUtilized: z.int(),
    PointExpired: z.int(),
    /** Points of a debit that no lot has covered yet. */
    PointOwed: z.int(),
    Status: code,
  }),
  'sale.entered': saleData,
  'sale.returned': saleData,
  'sale.changed': saleData.extend({
    /** The member of the sale now; null for a walk-in sale. The previous member gets the event, too. */
    MembershipNo: codeOrNull,
  }),
  'reward.given': rewardData,
  'reward.changed': rewardData,
  'voucher.changed': z.strictObject({
    VoucherNo: code,
    VoucherType: code,
    Value: Decimal,
    /** A: free, R: assigned to a reward, X: used, V: void. */
    Status: code,
    AssignedYN: YN,
    ReferenceCode: codeOrNull,
    ExpiryDate: day,
    UsedInvoiceNo: codeOrNull,
  }),
  'member.merged': mergeData,
  'member.unmerged': mergeData,
  'stock.moved': z.strictObject({
    RewardId: Id,
    /** The outlet whose stock changed; null for the pool of head office. */
    OutletCode: codeOrNull,
    Kind: code,
    /** Changes of the three quantities. */
    OnHand: z.int(),
    Reserved: z.int(),
    Issued: z.int(),
    ReferenceCode: codeOrNull,
  }),
  'task.changed': z.strictObject({
    TaskId: Id,
    Status: code,
    Source: code,
    OutletCode: code,
    DueAt: Instant,
  }),
} as const satisfies Record<string, z.ZodType>

export type EventType = keyof typeof eventData
export const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]]

/** What each type of event says, as one sentence for the API document. */
export const eventSummaries: Readonly<Record<EventType, string>> = {
  'customer.registered': 'A customer was registered',
  'customer.changed': 'A customer or an address of the customer changed; read the customer for the details',
  'customer.deleted': 'A customer was deleted',
  'customer.erased': 'The personal data of a customer was erased; erase your copies',
  'consent.recorded': 'A customer gave or withdrew the consent for a channel',
  'membership.opened': 'A membership was opened',
  'membership.changed': 'The status, type, owner or cycle of a membership changed',
  'membership.level_changed': 'The card category of a membership changed',
  'points.moved': 'An entry was added to the ledger of a member',
  'points.entry_changed':
    'An entry of the ledger was used up, reversed, paid or corrected; the balance follows from points.moved only',
  'sale.entered': 'A sale was entered',
  'sale.returned': 'A sale was returned in whole or in part',
  'sale.changed': 'A sale was approved, rejected, returned, corrected or linked to another member',
  'reward.given': 'A member received a reward',
  'reward.changed': 'A reward of a member was claimed, collected, cancelled, expired or corrected, or moved by a merge',
  'voucher.changed': 'A voucher was added, assigned, used, voided or extended',
  'member.merged': 'A membership was merged into another one',
  'member.unmerged': 'The merge of a membership was undone',
  'stock.moved': 'The stock of a reward changed',
  'task.changed': 'A task was added or its status changed',
}

const envelope = {
  /** The position of the event; send it as `after` to continue behind the event. */
  Cursor: z.string(),
  /** The version of the event type. */
  Version: z.literal(1),
  MembershipNo: codeOrNull,
  /** The number of the event among the events of its member, without gaps; null without a member. */
  MemberSequence: z.int().nullable(),
  CustomerId: Id.nullable(),
  OccurredAt: Instant,
}

const eventOf = (type: EventType) => z.strictObject({ Type: z.literal(type), ...envelope, Data: eventData[type] })

/** The schema of each type of event, which the API document names after the type. */
export const eventSchemas = Object.fromEntries(eventTypes.map((type) => [type, eventOf(type)])) as Readonly<
  Record<EventType, ReturnType<typeof eventOf>>
>

/** An event as consumers receive it. */
export const FeedEvent = z.discriminatedUnion('Type', Object.values(eventSchemas) as [ReturnType<typeof eventOf>])
export type FeedEvent = z.infer<typeof FeedEvent>
