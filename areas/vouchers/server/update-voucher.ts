import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import * as contract from '../contract.ts'
import { checkSecurityCode } from './codes.ts'
import { getVoucher, lockVoucher, voucherLogEntry } from './vouchers.ts'

const refusals = contract.voucherRefusals

/** Changes expiry date and reference of a voucher, or voids an unassigned one; only claims assign vouchers. */
export async function updateVoucher(
  ctx: Ctx,
  { VoucherNo, SecurityCode, data, Version }: Input<typeof contract.updateVoucher>,
) {
  if (SecurityCode) await checkSecurityCode(ctx, VoucherNo, SecurityCode)
  const voucher = await lockVoucher(ctx, VoucherNo)
  await refuseStaleVersion(ctx, { record: ['Voucher', VoucherNo], sent: Version, present: voucher.Version }, () =>
    getVoucher(ctx, VoucherNo),
  )
  const { ExpiryDate, Reference, Status = voucher.Status } = data
  if (voucher.UsedAt) throw refusals.used({ VoucherNo })
  if (voucher.Status === 'V') throw refusals.ended({ VoucherNo })
  if (Status !== voucher.Status && Status !== 'V') throw refusals.transition({ Status })
  if (Status === 'V' && voucher.IsAssignedYN === 'Y') throw refusals.assigned({ VoucherNo })
  if (ExpiryDate && ExpiryDate < ctx.today) throw refusals.pastDate()

  await ctx.db
    .updateTable('Voucher')
    .set({
      ...(ExpiryDate && { ExpiryDate }),
      ...(Reference !== undefined && { Reference }),
      // A new date makes an expired voucher available again.
      Status: Status === 'X' && ExpiryDate ? 'A' : Status,
      Version: voucher.Version + 1,
      UpdatedAt: ctx.now,
      ...(((voucher.IsAssignedYN === 'Y' && ExpiryDate) || Status === 'V') && { PostedToProntoYN: 'N' }),
    })
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  const event = Status === 'V' ? 'voided' : voucher.IsAssignedYN === 'Y' && ExpiryDate ? 'assigned' : undefined
  if (event)
    await databaseFunctions.notifyErp(ctx.db, {
      event,
      number: VoucherNo,
      referenceCode: voucher.AssignedTo,
      at: ctx.now,
    })
  ctx.audit(...voucherLogEntry('Update Voucher', VoucherNo))
  return getVoucher(ctx, VoucherNo)
}
