import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'

// Functions that other areas call in their own transaction; sql/vouchers.sql contains the rules.

type Context = Pick<Ctx, 'db' | 'now' | 'today'>
type VoucherRequest = { VoucherType: string; Value: string; ReferenceCode: string }
export type AssignedVoucher = { VoucherNo: string; VoucherType: string; Value: string; ExpiryDate: string }
/** Result of releasing a voucher; `not assigned` means that it was not assigned to a reward. */
type ReleaseResult = 'available' | 'void' | 'used' | 'not assigned'

/**
 * Assigns to a reward the available voucher of this type and value that expires first, and queues a message to the ERP.
 * The function returns undefined if no such voucher exists; concurrent claims do not wait for each other.
 */
export async function assignVoucher(
  { db, now, today }: Context,
  { VoucherType, Value, ReferenceCode }: VoucherRequest,
): Promise<AssignedVoucher | undefined> {
  const voucher = { wantedType: VoucherType, wantedValue: Value, referenceCode: ReferenceCode, day: today, at: now }
  return (await databaseFunctions.assignVoucher(db, voucher))[0]
}

/**
 * Releases the voucher of a reward: `available` if the ERP cannot know its assignment, else `void` with a message.
 * A `used` voucher stays unchanged, and the caller refuses the request.
 */
export async function releaseVoucher({ db, now, today }: Context, VoucherNo: string): Promise<ReleaseResult> {
  const { rows } = await sql<{ Released: ReleaseResult }>`
    select release_voucher(${VoucherNo}, ${today}::date, ${now}::timestamptz) as released`.execute(db)
  return rows[0]!.Released
}

/** Extends an assigned, unused voucher; returns false for other vouchers, or if the new date is not later. */
export async function extendVoucher({ db, now }: Context, VoucherNo: string, ExpiryDate: string): Promise<boolean> {
  return databaseFunctions.extendVoucher(db, { givenNo: VoucherNo, newExpiry: ExpiryDate, at: now })
}

/** Records that a voucher was used for an invoice; use_voucher in sql/vouchers.sql describes the results. */
export const markVoucherUsed = (
  { db }: Context,
  use: { VoucherNo: string; InvoiceNo: string; at: Date },
): Promise<string> => databaseFunctions.useVoucher(db, { givenNo: use.VoucherNo, invoice: use.InvoiceNo, at: use.at })
