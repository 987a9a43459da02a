import { voucherRefusals as refusals } from '#areas/vouchers/contract.ts'
import { checkSecurityCode, markVoucherUsed as recordUse } from '#areas/vouchers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'

/** Returns a voucher and the reason why it cannot be used as payment; counts wrong security codes. */
export async function checkVoucher(ctx: Ctx, { VoucherNo, SecurityCode }: Input<typeof contract.checkVoucher>) {
  await checkSecurityCode(ctx, VoucherNo, SecurityCode)
  const voucher = await ctx.db
    .selectFrom('Voucher')
    .select(['VoucherNo', 'VoucherType', 'Value', 'ExpiryDate', 'Status', 'IsAssignedYN', 'UsedAt'])
    .where('VoucherNo', '=', VoucherNo)
    .executeTakeFirstOrThrow()
  const { Status, IsAssignedYN, UsedAt, ...shown } = voucher
  return { ...shown, Obstacle: obstacleOf(ctx, { Status, IsAssignedYN, UsedAt, ExpiryDate: shown.ExpiryDate }) }
}

type State = { Status: string; IsAssignedYN: string; UsedAt: string | null; ExpiryDate: string }

function obstacleOf({ today }: Ctx, { Status, IsAssignedYN, UsedAt, ExpiryDate }: State) {
  if (UsedAt !== null) return 'used' as const
  if (Status === 'V') return 'ended' as const
  if (ExpiryDate < today) return 'expired' as const
  return IsAssignedYN === 'Y' ? null : ('notAssigned' as const)
}

/** Marks a voucher as used for an invoice; the request can be repeated for the same invoice only. */
export async function useVoucher(ctx: Ctx, input: Input<typeof contract.useVoucher>) {
  const { VoucherNo, InvoiceNo, UsedAt = ctx.now } = input
  const { Obstacle, VoucherType, Value } = await checkVoucher(ctx, input)
  if (Obstacle === 'notAssigned') throw refusals.notAssigned({ VoucherNo })
  if (Obstacle === 'expired') throw refusals.expired({ VoucherNo })
  if (Obstacle === 'ended') throw refusals.ended({ VoucherNo })
  const outcome = await recordUse(ctx, { VoucherNo, InvoiceNo, at: new Date(UsedAt) })
  if (outcome === 'used before') throw refusals.used({ VoucherNo })
  ctx.audit(
    'Use Voucher',
    'Voucher',
    VoucherNo,
    `Use Voucher in Voucher. VoucherNo - ${VoucherNo}, InvoiceNo - ${InvoiceNo}`,
  )
  return { VoucherNo, VoucherType, Value, InvoiceNo, UsedAt: new Date(UsedAt).toISOString() }
}
