import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Instant,
  optionalField,
  text,
  upperCaseFilter,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

/** A: available. R: reserved for a customer reward, or used. X: expired. V: void. */
export const VoucherStatus = z.enum(['A', 'R', 'X', 'V', 'Deleted'])
export type VoucherStatus = z.infer<typeof VoucherStatus>

/** Text that lists and exports show instead of a security code. */
export const MASKED_SECURITY_CODE = '••••••'
/**
 * The limit `most` is the number of wrong codes that locks a voucher for `lockedMinutes`.
 * The limit `ofUserInHour` is the number of wrong codes by one user within an hour that causes an audit entry.
 */
export const WRONG_SECURITY_CODE_LIMITS = { most: 5, lockedMinutes: 15, ofUserInHour: 20 } as const
/** Maximum number of vouchers whose expiry date one batch update changes. */
export const VOUCHER_BATCH_MAX = 50_000

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
  notAssigned: refusal(409, 'vouchers.not_assigned', 'Voucher {VoucherNo} has not been issued to a customer'),
  expired: refusal(409, 'vouchers.expired', 'Voucher {VoucherNo} has expired'),
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

const VoucherNo = upperCaseText(40)
const voucher = row('voucher', 'VoucherNo', 'everyone')

export const Voucher = z.strictObject({
  VoucherNo: z.string(),
  /** Security code, of which the reply shows only a mask. */
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
  VoucherNo: upperCaseFilter,
  VoucherType: upperCaseFilter,
  Reference: filterText,
  BatchId: z.uuid(),
  AssignedTo: upperCaseFilter,
  IsAssignedYN: YN,
  PostedToProntoYN: YN,
  ExpiryDate: DateOnly,
  ExpiryDateTo: DateOnly,
}

export const listVouchers = read({
  path: '/pronto-sync/vouchers/find-all',
  access: { role: 'Voucher Listing' },
  scope: unnamedRows('shared'),
  about: ['voucher'],
  summary: 'Vouchers with masked security codes; deleted ones only on request',
  aliases: { Status: 'Search.Status', VoucherNo: 'Search.VoucherNo' },
  body: pageQuery(filters, {
    rows: 10,
    sort: ['VoucherNo', 'VoucherType', 'Value', 'ExpiryDate', 'Status', 'AssignedAt', 'CreatedAt'],
  }),
  reply: pageReply(Voucher),
})

export const VoucherTotal = z.strictObject({
  /** Key of the row, made of status and month. */
  Key: z.string(),
  /** Month in which the vouchers expire, as YYYY-MM. */
  ExpiryMonth: z.string(),
  Status: VoucherStatus,
  Vouchers: z.int(),
  VoucherValue: Decimal,
})
export type VoucherTotal = z.infer<typeof VoucherTotal>

export const listVoucherTotals = read({
  path: '/pronto-sync/vouchers/totals/find-all',
  access: { role: 'Voucher Listing' },
  scope: unnamedRows('shared'),
  about: ['voucher'],
  summary: 'Returns number and value of vouchers by status and month of expiry',
  body: pageQuery(filters, {
    rows: 20,
    sort: ['ExpiryMonth', 'Status', 'Vouchers', 'VoucherValue'],
    direction: 'ASC',
  }),
  reply: pageReply(VoucherTotal),
})

export const availableVouchers = read({
  path: '/pronto-sync/vouchers/available',
  access: { role: ['Voucher Listing', 'Claim Rewards'] },
  scope: unnamedRows('shared'),
  about: ['voucher'],
  summary: 'Lists available vouchers of a type by expiry date, without security codes',
  body: z.strictObject({
    VoucherType: upperCaseText(10),
    VoucherPrefix: optionalField(upperCaseText(40)),
    Rows: z.int().min(1).max(1000).default(10),
    Page: z.int().min(1).max(1_000_000).default(1),
  }),
  reply: pageReply(Voucher.pick({ VoucherNo: true, VoucherType: true, Value: true, ExpiryDate: true })),
})

const access = { role: 'Voucher Listing' } as const
const scope = unnamedRows('HQ', voucher)

export const updateVoucher = change({
  path: '/pronto-sync/vouchers/update',
  access,
  scope,
  summary:
    'Changes the expiry date or reference of an unused voucher, or voids an unassigned one; a security code is checked if sent',
  ignored: {
    ...ignoreFields('It is the ERP’s', 'data.VoucherType', 'data.Value'),
    ...ignoreFields('The claim and the exchange with the ERP set it', 'data.IsAssignedYN', 'data.PostedToProntoYN'),
  },
  body: z.strictObject({
    VoucherNo,
    SecurityCode: optionalField(text(40)),
    data: z
      .strictObject({
        ExpiryDate: DateOnly,
        Reference: optionalField(text(60)),
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
  summary: 'Marks an unassigned voucher as Deleted; a security code is checked if sent',
  body: z.strictObject({ VoucherNo, SecurityCode: optionalField(text(40)) }),
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
  summary: 'Returns the full security code of one voucher; each access is logged',
  body: z.strictObject({ VoucherNo }),
  reply: z.strictObject({ VoucherNo: z.string(), SecurityCode: z.string() }),
})

/** Conditions that select the vouchers of a batch update; a voucher must meet all conditions of the request. */
export const BatchSelection = z.strictObject({
  VoucherNo: z.array(VoucherNo).min(1).max(1000).optional(),
  BatchId: z.uuid().optional(),
  VoucherType: optionalField(upperCaseText(10)),
  Reference: optionalField(text(60)),
  PresentExpiryDate: DateOnly.optional(),
})
export type BatchSelection = z.infer<typeof BatchSelection>

export const updateVoucherBatch = change({
  path: '/pronto-sync/vouchers/update/batch',
  access,
  scope,
  summary: 'Requests approval for a new expiry date of all unused vouchers of a selection',
  body: BatchSelection.extend({ ExpiryDate: DateOnly }),
  reply: z.strictObject({ Count: z.int(), ApprovalId: z.int() }),
})
