import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStale } from '#kit/server/version.ts'
import * as contract from '../contract.ts'
import { checkSecurityCode } from './codes.ts'
import { getVoucher, lockVoucher, logged } from './vouchers.ts'

const refusals = contract.voucherRefusals

/** Date and reference of one voucher, or the end of one that nobody holds. What a claim does is done by the claim alone. */
export async function updateVoucher(
  ctx: Ctx,
  { VoucherNo, SecurityCode, data, Version }: Input<typeof contract.updateVoucher>,
) {
  if (SecurityCode) await checkSecurityCode(ctx, VoucherNo, SecurityCode)
  const held = await lockVoucher(ctx, VoucherNo)
  await refuseStale(ctx, { record: ['Voucher', VoucherNo], sent: Version, present: held.Version }, () =>
    getVoucher(ctx, VoucherNo),
  )
  const { ExpiryDate, Reference, Status = held.Status } = data
  if (held.UsedAt) throw refusals.used({ VoucherNo })
  if (held.Status === 'V') throw refusals.ended({ VoucherNo })
  if (Status !== held.Status && Status !== 'V') throw refusals.transition({ Status })
  if (Status === 'V' && held.IsAssignedYN === 'Y') throw refusals.assigned({ VoucherNo })
  if (ExpiryDate && ExpiryDate < ctx.today) throw refusals.pastDate()

  await ctx.db
    .updateTable('Voucher')
    .set({
      ...(ExpiryDate && { ExpiryDate }),
      ...(Reference !== undefined && { Reference }),
      // One that had expired holds again by its new date.
      Status: Status === 'X' && ExpiryDate ? 'A' : Status,
      Version: held.Version + 1,
      UpdatedAt: ctx.now,
      ...(((held.IsAssignedYN === 'Y' && ExpiryDate) || Status === 'V') && { PostedToProntoYN: 'N' }),
    })
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  const told = Status === 'V' ? 'voided' : held.IsAssignedYN === 'Y' && ExpiryDate ? 'assigned' : undefined
  if (told)
    await sql`select tell_erp(${told}, ${VoucherNo}, ${held.AssignedTo}, ${ctx.now}::timestamptz)`.execute(ctx.db)
  ctx.audit(...logged('Update Voucher', VoucherNo))
  return getVoucher(ctx, VoucherNo)
}
