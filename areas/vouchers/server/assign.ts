import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

// What other areas do with vouchers, inside their own transaction. The rules stand in sql/vouchers.sql.

type Doing = Pick<Ctx, 'db' | 'now' | 'today'>
type Wanted = { VoucherType: string; Value: string; ReferenceCode: string }
export type AssignedVoucher = { VoucherNo: string; VoucherType: string; Value: string; ExpiryDate: string }
/** What became of a voucher that was to be taken back; `not assigned`: nobody holds it. */
type Released = 'available' | 'void' | 'used' | 'not assigned'

/**
 * Gives the reward the available voucher of this type and value that ends first and tells the ERP; undefined if there is none.
 * Claims at the same time do not wait for each other.
 */
export async function assignVoucher(
  { db, now, today }: Doing,
  { VoucherType, Value, ReferenceCode }: Wanted,
): Promise<AssignedVoucher | undefined> {
  const { rows } = await sql<AssignedVoucher>`
    select voucher_no, voucher_type, value::text, expiry_date
    from assign_voucher(${VoucherType}, ${Value}::numeric, ${ReferenceCode}, ${today}::date, ${now}::timestamptz)`.execute(
    db,
  )
  return rows[0]
}

/**
 * Takes the voucher back from its reward: `available` again where the ERP cannot know of it, else `void`, and the ERP is notified.
 * `used` at a till it stays as it is, and the one who asked refuses.
 */
export async function releaseVoucher({ db, now, today }: Doing, VoucherNo: string): Promise<Released> {
  const { rows } = await sql<{ Released: Released }>`
    select release_voucher(${VoucherNo}, ${today}::date, ${now}::timestamptz) as released`.execute(db)
  return rows[0]!.Released
}

/** Lets an assigned, unused voucher hold longer, together with its reward; false where it is neither, or would not hold longer. */
export async function extendVoucher({ db, now }: Doing, VoucherNo: string, ExpiryDate: string): Promise<boolean> {
  const { rows } = await sql<{ Extended: boolean }>`
    select extend_voucher(${VoucherNo}, ${ExpiryDate}::date, ${now}::timestamptz) as extended`.execute(db)
  return rows[0]!.Extended
}
