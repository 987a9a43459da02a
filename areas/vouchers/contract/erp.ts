import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, longText, optional, text, upperFilter, upperText, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'

// WHAT THE ERP AND THIS PROGRAM TELL EACH OTHER OF VOUCHERS. docs/erp.md is written for the person who builds the ERP's side.

// ON THE WIRE.

/** How long an answer is waited for, and how much of one is read. */
export const ERP_ANSWER = { ms: 5_000, bytesMax: 1_000_000 } as const
/** Messages of the ERP that are fetched at once. */
export const ERP_FETCH_MOST = 200
/** Errors that the ERP answers to one message, while it takes others, until the message is given up. */
export const ERP_FAULTS_MOST = 12
/** Errors in a row, without a message that was taken, after which the ERP is left alone for a while. */
export const ERP_ERRORS_IN_ROW = 5

/** What the ERP is sent: a voucher was given to a reward (or its date moved), or must not be taken any more. */
export const ErpMessageKind = z.enum(['assigned', 'voided'])

export const VoucherMessage = z.strictObject({
  MessageId: z.uuid(),
  Kind: ErpMessageKind,
  CreatedAt: Instant,
  VoucherNo: z.string(),
  VoucherType: z.string(),
  /** Two decimals, as text. */
  Value: z.string().regex(/^\d+\.\d\d$/),
  ExpiryDate: z.iso.date(),
  /** The reward that it was given for; missing where it was nobody’s. */
  ReferenceCode: z.string().optional(),
})
export type VoucherMessage = z.infer<typeof VoucherMessage>

/** A till has taken a voucher. Fields that are not named here are kept and not read. */
export const TillUse = z.object({
  MessageId: z.string().min(1).max(100),
  Kind: z.literal('used'),
  VoucherNo: z.string().trim().min(1).max(40).toUpperCase(),
  InvoiceNo: z.string().trim().min(1).max(40).toUpperCase(),
  OutletCode: z.string().trim().max(20).optional(),
  UsedAt: z.iso.datetime({ offset: true }),
})
export type TillUse = z.infer<typeof TillUse>

export const FetchedMessages = z.object({ Messages: z.array(z.looseObject({})).max(10_000) })
export const ConfirmedMessages = z.strictObject({ MessageIds: z.array(z.string()) })

// FOR PEOPLE.

export const erpRefusals = {
  notFound: refusal(404, 'vouchers.message_not_found', 'Record not found'),
  notFailed: refusal(
    409,
    'vouchers.message_not_failed',
    'Only a message that the ERP refused can be sent again or withdrawn',
  ),
  notToReview: refusal(409, 'vouchers.message_not_to_review', 'This message was reviewed before'),
  noErp: refusal(409, 'vouchers.no_erp', 'No ERP is set up'),
}

export const ErpMessageStatus = z.enum(['Queued', 'Sent', 'Failed', 'Cancelled'])

export const ErpMessage = z.strictObject({
  MessageId: z.uuid(),
  Kind: ErpMessageKind,
  VoucherNo: z.string(),
  ReferenceCode: z.string().nullable(),
  Status: ErpMessageStatus,
  Attempts: z.int(),
  /** What the ERP answered, or why nothing came back. */
  Error: z.string().nullable(),
  CreatedAt: Instant,
  /** null: it is not sent any more. */
  NextTryAt: Instant.nullable(),
  SentAt: Instant.nullable(),
})
export type ErpMessage = z.infer<typeof ErpMessage>

const access = { role: ['Voucher Listing', 'Settings'] } as const
const keeps = { ...access, privilege: 'Manage Settings' }

export const listErpMessages = read({
  path: '/pronto-sync/messages/find-all',
  access,
  scope: noRow('HQ'),
  about: ['erp message'],
  summary: 'What the ERP was sent about vouchers and is still to be sent, the newest first',
  body: pageQuery(
    { Status: ErpMessageStatus, Kind: ErpMessageKind, VoucherNo: upperFilter },
    { rows: 10, sort: ['CreatedAt'], direction: 'DESC' },
  ),
  reply: pageOf(ErpMessage),
})

const message = row('erp message', 'MessageId', 'everyone')

export const sendErpMessageAgain = change({
  path: '/pronto-sync/messages/send-again',
  access: keeps,
  scope: noRow('HQ', message),
  summary: 'Puts a message that the ERP refused in line again, under the same number',
  body: z.strictObject({ MessageId: z.uuid() }),
  reply: ErpMessage,
})

export const withdrawErpMessage = change({
  path: '/pronto-sync/messages/withdraw',
  access: keeps,
  scope: noRow('HQ', message),
  summary: 'Takes a message that the ERP refused out of the line, so that later ones about its voucher can be sent',
  body: z.strictObject({ MessageId: z.uuid(), Reason: longText(300) }),
  reply: ErpMessage,
})

export const TillUseStatus = z.enum(['Received', 'Applied', 'Review', 'Reviewed'])
/** Why a message of a till waits for somebody. */
export const TillUseReason = z.enum(['unknown', 'not assigned', 'used before', 'void', 'malformed'])

export const ErpTillUse = z.strictObject({
  MessageId: z.string(),
  VoucherNo: z.string().nullable(),
  InvoiceNo: z.string().nullable(),
  OutletCode: z.string().nullable(),
  UsedAt: Instant.nullable(),
  Status: TillUseStatus,
  Reason: TillUseReason.nullable(),
  ReceivedAt: Instant,
  ReviewRemark: z.string().nullable(),
  ReviewedBy: z.string().nullable(),
})
export type ErpTillUse = z.infer<typeof ErpTillUse>

export const listTillUses = read({
  path: '/pronto-sync/till-uses/find-all',
  access,
  scope: noRow('HQ'),
  about: ['till use', 'voucher'],
  summary: 'What the ERP reported of vouchers that were used at tills, the newest first',
  body: pageQuery(
    { Status: TillUseStatus, Reason: TillUseReason, VoucherNo: upperFilter, InvoiceNo: upperFilter },
    { rows: 10, sort: ['ReceivedAt'], direction: 'DESC' },
  ),
  reply: pageOf(ErpTillUse),
})

export const reviewTillUse = change({
  path: '/pronto-sync/till-uses/review',
  access: { role: 'Voucher Listing' },
  scope: noRow('HQ', row('till use', 'MessageId', 'everyone')),
  summary: 'Notes that somebody has looked at what a till reported, and what became of it',
  body: z.strictObject({ MessageId: text(100), Remark: longText(300) }),
  reply: ErpTillUse,
})

export const erpStatus = read({
  path: '/pronto-sync/status',
  access,
  scope: noRow('HQ'),
  about: ['erp message', 'till use'],
  summary: 'Whether the ERP answers, and how much waits for it and for people',
  body: z.strictObject({}),
  reply: z.strictObject({
    /** `none`: no ERP is set up. `new`: it was not asked yet. */
    State: z.enum(['none', 'new', 'answers', 'away']),
    /** Y: the demo’s simulator stands in for it. */
    SimulatedYN: YN,
    AnsweredAt: Instant.nullable(),
    FailingSince: Instant.nullable(),
    RetryAt: Instant.nullable(),
    Error: z.string().nullable(),
    Queued: z.int(),
    Failed: z.int(),
    ToReview: z.int(),
  }),
})

export const exchangeNow = change({
  path: '/pronto-sync/exchange',
  access: keeps,
  scope: noRow('HQ'),
  about: ['erp message', 'till use'],
  summary: 'Asks the ERP now instead of at the next full minute',
  body: z.strictObject({}),
  reply: z.strictObject({}),
})

// THE DEMO'S ERP. These calls exist where the simulator runs, and nowhere else.

export const SimulatorMode = z.enum(['answers', 'slow', 'down', 'refuses'])

export const simulatorState = read({
  path: '/dev/erp',
  access,
  scope: noRow('HQ'),
  about: [],
  summary: 'The demo’s ERP: how it behaves, and what it knows of vouchers',
  body: z.strictObject({}),
  reply: z.strictObject({
    Mode: SimulatorMode,
    Messages: z.int(),
    Vouchers: z.array(z.strictObject({ VoucherNo: z.string(), Status: z.enum(['assigned', 'voided', 'used']) })),
  }),
})

export const setSimulatorMode = change({
  path: '/dev/erp/mode',
  access,
  scope: noRow('HQ'),
  about: [],
  summary: 'Lets the demo’s ERP answer, answer too late, be away, or refuse what it is sent',
  body: z.strictObject({ Mode: SimulatorMode }),
  reply: z.strictObject({ Mode: SimulatorMode }),
})

export const useVoucherAtTill = change({
  path: '/dev/erp/use-voucher',
  access,
  scope: noRow('HQ'),
  about: ['till use', 'erp message', 'voucher'],
  summary: 'Uses a voucher at a till of the demo’s ERP, which tells it at the next exchange',
  body: z.strictObject({ VoucherNo: upperText(40), InvoiceNo: upperText(40), OutletCode: optional(upperText(20)) }),
  reply: z.strictObject({ MessageId: z.string() }),
})
