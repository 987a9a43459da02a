import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#kit/server/ctx.ts'
import { voucherRefusals as refusals, WRONG_CODES } from '../contract.ts'
import { sealingOfCodes } from './sealing.ts'

// The security code of a voucher: sealed where it lies, bound to its number, opened for the few who may see it.

const HOUR_MS = 3_600_000

async function rowOf(ctx: Ctx, VoucherNo: string) {
  const row = await ctx.db
    .selectFrom('Voucher')
    .select(['VoucherNo', 'SecretSealed', 'KeyId', 'WrongTries', 'LockedUntil', 'Status'])
    .where('VoucherNo', '=', VoucherNo)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.Status === 'Deleted') throw refusals.notFound()
  return row
}

function codeIn(ctx: Ctx, row: { VoucherNo: string; SecretSealed: Buffer; KeyId: string }) {
  const code = sealingOfCodes(ctx.services).open(row.VoucherNo, row)
  if (code === undefined) throw refusals.sealed()
  return code
}

/** The code in full, for the claim that hands it over and for the person who may see it; who looked is noted by the caller. */
export async function securityCodeOf(ctx: Ctx, VoucherNo: string): Promise<string> {
  return codeIn(ctx, await rowOf(ctx, VoucherNo))
}

/**
 * Refuses a wrong code. Each try counts, also where it is refused: after five the voucher is locked for a quarter of an hour, and
 * many wrong ones of one user are noted in the log.
 */
export async function checkSecurityCode(ctx: Ctx, VoucherNo: string, sent: string): Promise<void> {
  const row = await rowOf(ctx, VoucherNo)
  const locked = () => refusals.locked({ VoucherNo, Minutes: WRONG_CODES.lockedMinutes })
  if (row.LockedUntil && Date.parse(row.LockedUntil) > ctx.now.getTime()) throw locked()
  const right = Buffer.from(codeIn(ctx, row))
  const given = Buffer.from(sent)
  if (right.length === given.length && timingSafeEqual(right, given)) {
    if (row.WrongTries > 0) await noteTries(ctx, VoucherNo, 0, null)
    return
  }
  const tries = row.WrongTries + 1
  const last = tries >= WRONG_CODES.most
  const until = new Date(ctx.now.getTime() + WRONG_CODES.lockedMinutes * 60_000)
  await noteTries(ctx, VoucherNo, last ? 0 : tries, last ? until : null)
  const said = `Wrong Security Code in Voucher. VoucherNo - ${VoucherNo}`
  ctx.audit('Wrong Security Code', 'Voucher', VoucherNo, last ? `${said}. Locked` : said)
  if ((await wrongCodesOf(ctx)) + 1 === WRONG_CODES.ofUserInHour)
    ctx.audit(
      'Many Wrong Security Codes',
      'UserAccount',
      ctx.actor.userId ?? 0,
      `Many Wrong Security Codes in Voucher. ${WRONG_CODES.ofUserInHour} within an hour`,
    )
  throw (last ? locked() : refusals.wrongCode()).keepingWrites()
}

const noteTries = (ctx: Ctx, VoucherNo: string, WrongTries: number, LockedUntil: Date | null) =>
  ctx.db.updateTable('Voucher').set({ WrongTries, LockedUntil }).where('VoucherNo', '=', VoucherNo).execute()

async function wrongCodesOf(ctx: Ctx): Promise<number> {
  const { Count } = await ctx.db
    .selectFrom('AuditLog')
    .select(({ fn }) => fn.countAll<number>().as('Count'))
    .where('ActionType', '=', 'Wrong Security Code')
    .where('UpdatedById', '=', ctx.actor.userId)
    .where('LoggedAt', '>', new Date(ctx.now.getTime() - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow()
  return Count
}
