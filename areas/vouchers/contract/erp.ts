import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, longText, optional, text, upperCaseFilter, upperCaseText, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// EXCHANGE OF VOUCHER MESSAGES WITH THE ERP. docs/erp.md describes the protocol for developers of the ERP.

// Messages exchanged with the ERP.

/** Timeout in milliseconds and maximum size in bytes of a reply from the ERP. */
export const ERP_REPLY_LIMITS = { ms: 5_000, bytesMax: 1_000_000 } as const
/** Maximum number of messages fetched from the ERP per request. */
export const ERP_FETCH_MAX = 200
/** A message fails after this number of server errors while the ERP accepts other messages. */
export const ERP_FAILED_ATTEMPTS_MAX = 12
/** The exchange backs off after this number of consecutive server errors. */
export const ERP_ERRORS_IN_ROW = 5

/** assigned: a voucher was assigned to a reward or got a new expiry date. voided: tills must refuse the voucher. */
export const ErpMessageKind = z.enum(['assigned', 'voided'])

export const VoucherMessage = z.strictObject({
  MessageId: z.uuid(),
  Kind: ErpMessageKind,
  CreatedAt: Instant,
  VoucherNo: z.string(),
  VoucherType: z.string(),
  /** Amount with two decimals, as a string. */
  Value: z.string().regex(/^\d+\.\d\d$/),
  ExpiryDate: z.iso.date(),
  /** Reference code of the customer reward; missing if the voucher was not assigned. */
  ReferenceCode: z.string().optional(),
})
export type VoucherMessage = z.infer<typeof VoucherMessage>

/** Message from the ERP that a till accepted a voucher. Unknown fields are stored and ignored. */
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

// Endpoints for staff who administer the exchange.

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
  /** The ERP’s error message, or the connection error. */
  Error: z.string().nullable(),
  CreatedAt: Instant,
  /** Time of the next attempt; null if the message is not queued. */
  NextTryAt: Instant.nullable(),
  SentAt: Instant.nullable(),
})
export type ErpMessage = z.infer<typeof ErpMessage>

const access = { role: ['Voucher Listing', 'Settings'] } as const
const manageAccess = { ...access, privilege: 'Manage Settings' }

export const listErpMessages = read({
  path: '/pronto-sync/messages/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['erp message'],
  summary: 'Messages about vouchers to the ERP, sent and queued, newest first',
  body: pageQuery(
    { Status: ErpMessageStatus, Kind: ErpMessageKind, VoucherNo: upperCaseFilter },
    { rows: 10, sort: ['CreatedAt'], direction: 'DESC' },
  ),
  reply: pageOf(ErpMessage),
})

const message = row('erp message', 'MessageId', 'everyone')

export const sendErpMessageAgain = change({
  path: '/pronto-sync/messages/send-again',
  access: manageAccess,
  scope: unnamedRows('HQ', message),
  summary: 'Queues a message that the ERP refused again, with the same number',
  body: z.strictObject({ MessageId: z.uuid() }),
  reply: ErpMessage,
})

export const withdrawErpMessage = change({
  path: '/pronto-sync/messages/withdraw',
  access: manageAccess,
  scope: unnamedRows('HQ', message),
  summary: 'Discards a message that the ERP refused, so that later ones about its voucher can be sent',
  body: z.strictObject({ MessageId: z.uuid(), Reason: longText(300) }),
  reply: ErpMessage,
})

export const TillUseStatus = z.enum(['Received', 'Applied', 'Review', 'Reviewed'])
/** The reason why a till use needs a review. */
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
  scope: unnamedRows('HQ'),
  about: ['till use', 'voucher'],
  summary: 'Uses of vouchers at tills as the ERP reported them, newest first',
  body: pageQuery(
    { Status: TillUseStatus, Reason: TillUseReason, VoucherNo: upperCaseFilter, InvoiceNo: upperCaseFilter },
    { rows: 10, sort: ['ReceivedAt'], direction: 'DESC' },
  ),
  reply: pageOf(ErpTillUse),
})

export const reviewTillUse = change({
  path: '/pronto-sync/till-uses/review',
  access: { role: 'Voucher Listing' },
  scope: unnamedRows('HQ', row('till use', 'MessageId', 'everyone')),
  summary: 'Marks a reported use as checked, with the result',
  body: z.strictObject({ MessageId: text(100), Remark: longText(300) }),
  reply: ErpTillUse,
})

export const erpStatus = read({
  path: '/pronto-sync/status',
  access,
  scope: unnamedRows('HQ'),
  about: ['erp message', 'till use'],
  summary: 'Returns the state of the ERP connection, with the numbers of queued messages and open issues',
  body: z.strictObject({}),
  reply: z.strictObject({
    /** `none`: no ERP is configured. `new`: no exchange has run yet. */
    State: z.enum(['none', 'new', 'answers', 'away']),
    /** Y: the demo’s simulator replaces the ERP. */
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
  access: manageAccess,
  scope: unnamedRows('HQ'),
  about: ['erp message', 'till use'],
  summary: 'Exchanges with the ERP now instead of at the next full minute',
  body: z.strictObject({}),
  reply: z.strictObject({}),
})

// Simulated ERP of the demo. Its endpoints exist only where the simulator runs.

export const SimulatorMode = z.enum(['answers', 'slow', 'down', 'refuses'])

export const simulatorState = read({
  path: '/dev/erp',
  access,
  scope: unnamedRows('HQ'),
  about: [],
  summary: 'The simulated ERP of the demo: its behaviour and its vouchers',
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
  scope: unnamedRows('HQ'),
  about: [],
  summary: 'Sets whether the simulated ERP answers, answers too late, is unavailable or refuses messages',
  body: z.strictObject({ Mode: SimulatorMode }),
  reply: z.strictObject({ Mode: SimulatorMode }),
})

export const useVoucherAtTill = change({
  path: '/dev/erp/use-voucher',
  access,
  scope: unnamedRows('HQ'),
  about: ['till use', 'erp message', 'voucher'],
  summary: 'Uses a voucher at a till of the simulated ERP, which reports it at the next exchange',
  body: z.strictObject({
    VoucherNo: upperCaseText(40),
    InvoiceNo: upperCaseText(40),
    OutletCode: optional(upperCaseText(20)),
  }),
  reply: z.strictObject({ MessageId: z.string() }),
})
