import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { functions } from '#kit/server/functions.ts'

// Vouchers for other areas, inside their transaction. The rules are in sql/vouchers.sql.

type Context = Pick<Ctx, 'db' | 'now' | 'today'>
type VoucherRequest = { VoucherType: string; Value: string; ReferenceCode: string }
export type AssignedVoucher = { VoucherNo: string; VoucherType: string; Value: string; ExpiryDate: string }
/** Result of releasing a voucher; `not assigned`: it was not assigned. */
type ReleaseResult = 'available' | 'void' | 'used' | 'not assigned'

/**
 * Assigns the reward the available voucher of this type and value that expires first, and queues a message to the ERP. Undefined if there
 * is none. Concurrent claims do not wait for each other.
 */
export async function assignVoucher(
  { db, now, today }: Context,
  { VoucherType, Value, ReferenceCode }: VoucherRequest,
): Promise<AssignedVoucher | undefined> {
  const voucher = { wantedType: VoucherType, wantedValue: Value, referenceCode: ReferenceCode, day: today, at: now }
  return (await functions.assignVoucher(db, voucher))[0]
}

/**
 * Releases the voucher of a reward: `available` again if the ERP cannot know of the assignment, otherwise `void` with a message to the
 * ERP. A `used` voucher stays unchanged; the caller refuses.
 */
export async function releaseVoucher({ db, now, today }: Context, VoucherNo: string): Promise<ReleaseResult> {
  const { rows } = await sql<{ Released: ReleaseResult }>`
    select release_voucher(${VoucherNo}, ${today}::date, ${now}::timestamptz) as released`.execute(db)
  return rows[0]!.Released
}

/** Extends an assigned, unused voucher. Returns false if it is not assigned, used, or the date is not later. */
export async function extendVoucher({ db, now }: Context, VoucherNo: string, ExpiryDate: string): Promise<boolean> {
  return functions.extendVoucher(db, { givenNo: VoucherNo, newExpiry: ExpiryDate, at: now })
}

/** Records the use of a voucher for an invoice; see use_voucher in sql/vouchers.sql for the outcomes. */
export const useVoucher = ({ db }: Context, use: { VoucherNo: string; InvoiceNo: string; at: Date }): Promise<string> =>
  functions.useVoucher(db, { givenNo: use.VoucherNo, invoice: use.InvoiceNo, at: use.at })
