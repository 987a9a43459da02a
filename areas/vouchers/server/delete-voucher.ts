import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import * as contract from '../contract.ts'
import { checkSecurityCode } from './codes.ts'
import { getVoucher, lockVoucher, logged } from './vouchers.ts'

const refusals = contract.voucherRefusals

/** Takes a voucher away that nobody holds. */
export async function deleteVoucher(ctx: Ctx, { VoucherNo, SecurityCode }: Input<typeof contract.deleteVoucher>) {
  if (SecurityCode) await checkSecurityCode(ctx, VoucherNo, SecurityCode)
  const held = await lockVoucher(ctx, VoucherNo)
  if (held.UsedAt) throw refusals.used({ VoucherNo })
  if (held.IsAssignedYN === 'Y') throw refusals.assigned({ VoucherNo })
  // The ERP knows it, and is notified of its end.
  if (held.Status === 'V') throw refusals.ended({ VoucherNo })
  await ctx.db
    .updateTable('Voucher')
    .set({ Status: 'Deleted', Version: held.Version + 1, UpdatedAt: ctx.now })
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  ctx.audit(...logged('Delete Voucher', VoucherNo))
  return getVoucher(ctx, VoucherNo)
}

export async function restoreVoucher(ctx: Ctx, { VoucherNo }: Input<typeof contract.restoreVoucher>) {
  const held = await ctx.db
    .selectFrom('Voucher')
    .select(['Status', 'UpdatedAt', 'ExpiryDate', 'Version'])
    .where('VoucherNo', '=', VoucherNo)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw refusals.notFound()
  if (held.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, held.UpdatedAt, refusals.undoOver)
  await ctx.db
    .updateTable('Voucher')
    .set({ Status: held.ExpiryDate < ctx.today ? 'X' : 'A', Version: held.Version + 1, UpdatedAt: ctx.now })
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  ctx.audit(...logged('Restore Voucher', VoucherNo))
  return getVoucher(ctx, VoucherNo)
}
