import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { securityCodeOf } from './codes.ts'
import { logged } from './vouchers.ts'

/** The code in full for one who may see it, and that they saw it. */
export async function showSecurityCode(ctx: Ctx, { VoucherNo }: Input<typeof contract.showSecurityCode>) {
  const SecurityCode = await securityCodeOf(ctx, VoucherNo)
  ctx.audit(...logged('View Security Code', VoucherNo))
  return { VoucherNo, SecurityCode }
}
