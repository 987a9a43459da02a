import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, longText, optionalField, text, upperCaseFilter, upperCaseText, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// MESSAGES ABOUT VOUCHERS between this server and the ERP; docs/erp.md describes the protocol.

// Messages that this server and the ERP send to each other.

/** Timeout in milliseconds and maximum size in bytes for a reply of the ERP. */
export const ERP_REPLY_LIMITS = { ms: 5_000, bytesMax: 1_000_000 } as const
/** Maximum number of messages that one request fetches from the ERP. */
export const ERP_FETCHED_MESSAGES_MAX = 200
/** A message fails after this number of server errors while the ERP accepts other messages. */
export const ERP_FAILED_ATTEMPTS_MAX = 12
/** Number of consecutive server errors after which the exchange with the ERP waits longer between attempts. */
export const ERP_CONSECUTIVE_ERRORS_MAX = 5

/** Kind of message: assigned means a new assignment or expiry date, voided means that tills must refuse the voucher. */
export const ErpMessageKind = z.enum(['assigned', 'voided'])

export const VoucherMessage = z.strictObject({
  MessageId: z.uuid(),
  Kind: ErpMessageKind,
  CreatedAt: Instant,
  VoucherNo: z.string(),
  VoucherType: z.string(),
  /** Value of the voucher with two decimals, as a string. */
  Value: z.string().regex(/^\d+\.\d\d$/),
  ExpiryDate: z.iso.date(),
  /** Reference code of the customer reward; missing if the voucher was not assigned to one. */
  ReferenceCode: z.string().optional(),
})
export type VoucherMessage = z.infer<typeof VoucherMessage>

/** Message from the ERP that a till accepted a voucher; unknown fields are stored and ignored. */
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

// Endpoints with which staff administer the exchange with the ERP.

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
  /** Error message of the ERP, or the error of the connection. */
  Error: z.string().nullable(),
  CreatedAt: Instant,
  /** Time of the next attempt to send the message; null if the message is not queued. */
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
  reply: pageReply(ErpMessage),
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
/** Reason why staff have to review the use of a voucher at a till. */
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
  reply: pageReply(ErpTillUse),
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
    /** State of the exchange; `none` means that no ERP is configured, `new` that no exchange has run yet. */
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

export const exchangeErpMessagesNow = change({
  path: '/pronto-sync/exchange',
  access: manageAccess,
  scope: unnamedRows('HQ'),
  about: ['erp message', 'till use'],
  summary: 'Exchanges with the ERP now instead of at the next full minute',
  body: z.strictObject({}),
  reply: z.strictObject({}),
})

// Simulated ERP of the demo; its endpoints exist only on servers that run the simulator.

export const SimulatorMode = z.enum(['answers', 'slow', 'down', 'refuses'])

export const getErpSimulatorState = read({
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

export const setErpSimulatorMode = change({
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
    OutletCode: optionalField(upperCaseText(20)),
  }),
  reply: z.strictObject({ MessageId: z.string() }),
})
