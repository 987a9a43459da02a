import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { readSecurityCode } from './codes.ts'
import { voucherLogEntry } from './vouchers.ts'

/** Returns the security code of one voucher and logs that the code was shown. */
export async function showSecurityCode(ctx: Ctx, { VoucherNo }: Input<typeof contract.showSecurityCode>) {
  const SecurityCode = await readSecurityCode(ctx, VoucherNo)
  ctx.audit(...voucherLogEntry('View Security Code', VoucherNo))
  return { VoucherNo, SecurityCode }
}
