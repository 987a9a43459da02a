import type { ApprovalEffect } from '#areas/approvals/contract.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

const PARTS_OF_CENT = 100n

/** Returns the cost of a member's points before and after a change, for the approver; empty if no cost is set. */
export async function describeLiabilityEffect(ctx: Ctx, before: number, after: number): Promise<ApprovalEffect[]> {
  const { 'points.costPerPoint': cost, currency } = await readSettings(ctx)
  if (Number(cost) === 0) return []
  const value = (points: number) => costOf(points, cost)
  return [
    { What: { key: 'approvals:effect.liability', params: { currency } }, Before: value(before), After: value(after) },
  ]
}

/** To the cent; arrears are no liability. */
function costOf(points: number, cost: string) {
  const [whole = '0', part = ''] = cost.split('.')
  const perPoint = BigInt(whole + part.padEnd(4, '0'))
  const cents = (BigInt(Math.max(points, 0)) * perPoint + PARTS_OF_CENT / 2n) / PARTS_OF_CENT
  const digits = `${cents}`.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
