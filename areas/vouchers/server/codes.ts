import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#kit/server/ctx.ts'
import { voucherRefusals as refusals, WRONG_SECURITY_CODE_LIMITS } from '../contract.ts'
import { createSecurityCodeSealer } from './sealing.ts'

// Security codes of vouchers are stored encrypted; each encrypted code is valid only for its voucher number.

const HOUR_MS = 3_600_000

async function lockRow(ctx: Ctx, VoucherNo: string) {
  const row = await ctx.db
    .selectFrom('Voucher')
    .select(['VoucherNo', 'SecretSealed', 'KeyId', 'WrongTries', 'LockedUntil', 'Status'])
    .where('VoucherNo', '=', VoucherNo)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.Status === 'Deleted') throw refusals.notFound()
  return row
}

function decryptCode(ctx: Ctx, row: { VoucherNo: string; SecretSealed: Buffer; KeyId: string }) {
  const code = createSecurityCodeSealer(ctx.services).open(row.VoucherNo, row)
  if (code === undefined) throw refusals.sealed()
  return code
}

/** Returns the decrypted security code of a voucher; the caller checks access and logs that the code was shown. */
export async function readSecurityCode(ctx: Ctx, VoucherNo: string): Promise<string> {
  return decryptCode(ctx, await lockRow(ctx, VoucherNo))
}

/**
 * Throws if the security code is wrong; the counter of wrong codes is stored although the request fails.
 * Five wrong codes lock the voucher for 15 minutes; many wrong codes of one user are logged.
 */
export async function checkSecurityCode(ctx: Ctx, VoucherNo: string, sent: string): Promise<void> {
  const row = await lockRow(ctx, VoucherNo)
  const locked = () => refusals.locked({ VoucherNo, Minutes: WRONG_SECURITY_CODE_LIMITS.lockedMinutes })
  if (row.LockedUntil && Date.parse(row.LockedUntil) > ctx.now.getTime()) throw locked()
  const expected = Buffer.from(decryptCode(ctx, row))
  const actual = Buffer.from(sent)
  if (expected.length === actual.length && timingSafeEqual(expected, actual)) {
    if (row.WrongTries > 0) await saveAttempts(ctx, VoucherNo, 0, null)
    return
  }
  const attempts = row.WrongTries + 1
  const isLocking = attempts >= WRONG_SECURITY_CODE_LIMITS.most
  const until = new Date(ctx.now.getTime() + WRONG_SECURITY_CODE_LIMITS.lockedMinutes * 60_000)
  await saveAttempts(ctx, VoucherNo, isLocking ? 0 : attempts, isLocking ? until : null)
  const entry = `Wrong Security Code in Voucher. VoucherNo - ${VoucherNo}`
  ctx.audit('Wrong Security Code', 'Voucher', VoucherNo, isLocking ? `${entry}. Locked` : entry)
  if ((await countWrongCodes(ctx)) + 1 === WRONG_SECURITY_CODE_LIMITS.ofUserInHour)
    ctx.audit(
      'Many Wrong Security Codes',
      'UserAccount',
      ctx.actor.userId ?? 0,
      `Many Wrong Security Codes in Voucher. ${WRONG_SECURITY_CODE_LIMITS.ofUserInHour} within an hour`,
    )
  throw (isLocking ? locked() : refusals.wrongCode()).keepingWrites()
}

const saveAttempts = (ctx: Ctx, VoucherNo: string, WrongTries: number, LockedUntil: Date | null) =>
  ctx.db.updateTable('Voucher').set({ WrongTries, LockedUntil }).where('VoucherNo', '=', VoucherNo).execute()

/** Returns the number of wrong codes that the caller entered within the last hour. */
async function countWrongCodes(ctx: Ctx): Promise<number> {
  const { Count } = await ctx.db
    .selectFrom('AuditLog')
    .select(({ fn }) => fn.countAll<number>().as('Count'))
    .where('ActionType', '=', 'Wrong Security Code')
    .where('UpdatedById', '=', ctx.actor.userId)
    .where('LoggedAt', '>', new Date(ctx.now.getTime() - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow()
  return Count
}
