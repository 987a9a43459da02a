import type { Effect } from '#areas/approvals/contract.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

const PARTS_OF_CENT = 100n

/** What a member's points cost the company, before and after: shown to the person who decides; nothing where a point costs nothing. */
export async function liabilityEffect(ctx: Ctx, before: number, after: number): Promise<Effect[]> {
  const { 'points.costPerPoint': cost, currency } = await settings(ctx)
  if (Number(cost) === 0) return []
  const value = (points: number) => worth(points, cost)
  return [
    { What: { key: 'approvals:effect.liability', params: { currency } }, Before: value(before), After: value(after) },
  ]
}

/** To the cent; points that are owed are no liability. */
function worth(points: number, cost: string) {
  const [whole = '0', part = ''] = cost.split('.')
  const perPoint = BigInt(whole + part.padEnd(4, '0'))
  const cents = (BigInt(Math.max(points, 0)) * perPoint + PARTS_OF_CENT / 2n) / PARTS_OF_CENT
  const digits = `${cents}`.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
