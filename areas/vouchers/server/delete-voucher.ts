import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import * as contract from '../contract.ts'
import { checkSecurityCode } from './codes.ts'
import { getVoucher, lockVoucher, voucherLogEntry } from './vouchers.ts'

const refusals = contract.voucherRefusals

/** Deletes a voucher unless it is assigned, used or void. */
export async function deleteVoucher(ctx: Ctx, { VoucherNo, SecurityCode }: Input<typeof contract.deleteVoucher>) {
  if (SecurityCode) await checkSecurityCode(ctx, VoucherNo, SecurityCode)
  const voucher = await lockVoucher(ctx, VoucherNo)
  if (voucher.UsedAt) throw refusals.used({ VoucherNo })
  if (voucher.IsAssignedYN === 'Y') throw refusals.assigned({ VoucherNo })
  // A void voucher is not deleted, because the ERP knows the voucher.
  if (voucher.Status === 'V') throw refusals.ended({ VoucherNo })
  await ctx.db
    .updateTable('Voucher')
    .set({ Status: 'Deleted', Version: voucher.Version + 1, UpdatedAt: ctx.now })
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  ctx.audit(...voucherLogEntry('Delete Voucher', VoucherNo))
  return getVoucher(ctx, VoucherNo)
}

export async function restoreVoucher(ctx: Ctx, { VoucherNo }: Input<typeof contract.restoreVoucher>) {
  const voucher = await ctx.db
    .selectFrom('Voucher')
    .select(['Status', 'UpdatedAt', 'ExpiryDate', 'Version'])
    .where('VoucherNo', '=', VoucherNo)
    .forUpdate()
    .executeTakeFirst()
  if (!voucher) throw refusals.notFound()
  if (voucher.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, voucher.UpdatedAt, refusals.undoOver)
  await ctx.db
    .updateTable('Voucher')
    .set({ Status: voucher.ExpiryDate < ctx.today ? 'X' : 'A', Version: voucher.Version + 1, UpdatedAt: ctx.now })
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  ctx.audit(...voucherLogEntry('Restore Voucher', VoucherNo))
  return getVoucher(ctx, VoucherNo)
}
