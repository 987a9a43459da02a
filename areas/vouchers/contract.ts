import { z } from 'zod'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Instant,
  optional,
  text,
  upperFilter,
  upperText,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'

/** A available, R reserved for a reward or used, X expired, V void. */
export const VoucherStatus = z.enum(['A', 'R', 'X', 'V', 'Deleted'])
export type VoucherStatus = z.infer<typeof VoucherStatus>

/** How a security code shows wherever many see it, and in every file. */
export const MASKED_CODE = '••••••'
/** Wrong codes after which a voucher is locked, and for how long; wrong codes of one user in an hour that are noted. */
export const WRONG_CODES = { most: 5, lockedMinutes: 15, ofUserInHour: 20 } as const
/** Vouchers whose date one request moves. */
export const BATCH_MOST = 50_000

export const voucherRefusals = {
  notFound: refusal(404, 'vouchers.not_found', 'Record not found'),
  wrongCode: refusal(409, 'vouchers.wrong_code', 'The security code is wrong'),
  locked: refusal(
    409,
    'vouchers.locked',
    'Too many wrong security codes. Voucher {VoucherNo} is locked for {Minutes} minutes',
  ),
  assigned: refusal(409, 'vouchers.assigned', 'Voucher {VoucherNo} is assigned to a reward'),
  used: refusal(409, 'vouchers.used', 'Voucher {VoucherNo} has been used'),
  ended: refusal(409, 'vouchers.ended', 'Voucher {VoucherNo} is void or deleted'),
  transition: refusal(409, 'vouchers.transition', 'The status {Status} is set by claim and cancel claim of a reward'),
  pastDate: refusal(409, 'vouchers.past_date', 'The expiry date must not be in the past'),
  none: refusal(409, 'vouchers.none', 'No voucher matches: used, void and deleted vouchers keep their date'),
  choose: refusal(400, 'vouchers.choose', 'Name the vouchers, their batch, type, reference or present expiry date'),
  tooMany: refusal(409, 'vouchers.too_many', 'At most {Most} vouchers can be changed at once; {Count} match'),
  notDeleted: refusal(409, 'vouchers.not_deleted', 'The voucher is not deleted'),
  undoOver: refusal(409, 'vouchers.undo_over', 'The time to undo this is over'),
  sealed: refusal(409, 'vouchers.sealed', 'The security code was encrypted with a key that this server no longer has'),
}

const VoucherNo = upperText(40)
const voucher = row('voucher', 'VoucherNo', 'everyone')

export const Voucher = z.strictObject({
  VoucherNo: z.string(),
  /** Always masked. */
  SecurityCode: z.string(),
  VoucherType: z.string(),
  Value: Decimal,
  Reference: z.string().nullable(),
  ExpiryDate: DateOnly,
  Status: VoucherStatus,
  IsAssignedYN: YN,
  PostedToProntoYN: YN,
  AssignedTo: z.string().nullable(),
  AssignedAt: Instant.nullable(),
  UsedInvoiceNo: z.string().nullable(),
  UsedAt: Instant.nullable(),
  BatchId: z.uuid().nullable(),
  LockedUntil: Instant.nullable(),
  Version: z.int(),
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Voucher = z.infer<typeof Voucher>

const filters = {
  Status: VoucherStatus,
  VoucherNo: upperFilter,
  VoucherType: upperFilter,
  Reference: filterText,
  BatchId: z.uuid(),
  AssignedTo: upperFilter,
  IsAssignedYN: YN,
  PostedToProntoYN: YN,
  ExpiryDate: DateOnly,
  ExpiryDateTo: DateOnly,
}

export const listVouchers = read({
  path: '/pronto-sync/vouchers/find-all',
  access: { role: 'Voucher Listing' },
  scope: noRow('shared'),
  about: ['voucher'],
  summary: 'Vouchers, the security code masked; deleted ones only when asked for',
  aliases: { Status: 'Search.Status', VoucherNo: 'Search.VoucherNo' },
  body: pageQuery(filters, {
    rows: 10,
    sort: ['VoucherNo', 'VoucherType', 'Value', 'ExpiryDate', 'Status', 'AssignedAt', 'CreatedAt'],
  }),
  reply: pageOf(Voucher),
})

export const VoucherTotal = z.strictObject({
  /** Of the status and the month. */
  Key: z.string(),
  /** In which they end: 2026-05. */
  ExpiryMonth: z.string(),
  Status: VoucherStatus,
  Vouchers: z.int(),
  VoucherValue: Decimal,
})
export type VoucherTotal = z.infer<typeof VoucherTotal>

export const listVoucherTotals = read({
  path: '/pronto-sync/vouchers/totals/find-all',
  access: { role: 'Voucher Listing' },
  scope: noRow('shared'),
  about: ['voucher'],
  summary: 'How many vouchers there are and what they are worth, by status and the month in which they end',
  body: pageQuery(filters, {
    rows: 20,
    sort: ['ExpiryMonth', 'Status', 'Vouchers', 'VoucherValue'],
    direction: 'ASC',
  }),
  reply: pageOf(VoucherTotal),
})

export const availableVouchers = read({
  path: '/pronto-sync/vouchers/available',
  access: { role: ['Voucher Listing', 'Claim Rewards'] },
  scope: noRow('shared'),
  about: ['voucher'],
  summary: 'Vouchers of a type that can still be given, the soonest to end first; never their security codes',
  body: z.strictObject({
    VoucherType: upperText(10),
    VoucherPrefix: optional(upperText(40)),
    Rows: z.int().min(1).max(1000).default(10),
    Page: z.int().min(1).max(1_000_000).default(1),
  }),
  reply: pageOf(Voucher.pick({ VoucherNo: true, VoucherType: true, Value: true, ExpiryDate: true })),
})

const access = { role: 'Voucher Listing' } as const
const scope = noRow('HQ', voucher)

export const updateVoucher = change({
  path: '/pronto-sync/vouchers/update',
  access,
  scope,
  summary:
    'Changes date or reference of a voucher that is not used, or makes one void that nobody holds; a security code is checked when sent',
  ignored: {
    ...ignoring('It is the ERP’s', 'data.VoucherType', 'data.Value'),
    ...ignoring('The claim and the exchange with the ERP set it', 'data.IsAssignedYN', 'data.PostedToProntoYN'),
  },
  body: z.strictObject({
    VoucherNo,
    SecurityCode: optional(text(40)),
    data: z
      .strictObject({
        ExpiryDate: DateOnly,
        Reference: optional(text(60)),
        Status: VoucherStatus,
      })
      .partial(),
    Version: z.int().min(1).optional(),
  }),
  reply: Voucher,
})

export const deleteVoucher = change({
  path: '/pronto-sync/vouchers/delete',
  access,
  scope,
  summary: 'Marks a voucher as Deleted that nobody holds; a security code is checked when sent',
  body: z.strictObject({ VoucherNo, SecurityCode: optional(text(40)) }),
  reply: Voucher,
})

export const restoreVoucher = change({
  path: '/pronto-sync/vouchers/restore',
  access,
  scope,
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ VoucherNo }),
  reply: Voucher,
})

export const showSecurityCode = change({
  path: '/pronto-sync/vouchers/security-code',
  access: { role: 'Voucher Listing', privilege: 'Manage Voucher Security Code' },
  scope,
  summary: 'The security code of one voucher in full; who looked is noted',
  body: z.strictObject({ VoucherNo }),
  reply: z.strictObject({ VoucherNo: z.string(), SecurityCode: z.string() }),
})

/** Which vouchers a batch is about. */
export const BatchChoice = z.strictObject({
  VoucherNo: z.array(VoucherNo).min(1).max(1000).optional(),
  BatchId: z.uuid().optional(),
  VoucherType: optional(upperText(10)),
  Reference: optional(text(60)),
  PresentExpiryDate: DateOnly.optional(),
})
export type BatchChoice = z.infer<typeof BatchChoice>

export const updateVoucherBatch = change({
  path: '/pronto-sync/vouchers/update/batch',
  access,
  scope,
  summary: 'Asks a second person to move the expiry date of all vouchers of a choice that are not used',
  body: BatchChoice.extend({ ExpiryDate: DateOnly }),
  reply: z.strictObject({ Count: z.int(), ApprovalId: z.int() }),
})
