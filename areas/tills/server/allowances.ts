import { pointRefusals } from '#areas/points/contract.ts'
import { issueAllowance, endAllowance as releaseAllowance, settleRedemption } from '#areas/points/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { readAllowance, writeAllowance } from './allowance-text.ts'

/** Reserves points of a member for the calling till. Returns the signed allowance. */
export async function addAllowance(ctx: Ctx, { MembershipNo, Points, TillNo }: Input<typeof contract.addAllowance>) {
  const issued = await issueAllowance(ctx, { MembershipNo, Points: Points ?? null, TillNo: TillNo ?? '' })
  const { AllowanceId, AccountId, SettleUntil } = issued
  const terms = { MembershipNo: issued.MembershipNo, Points: issued.Points, ValidUntil: issued.ValidUntil }
  ctx.audit(
    'Add Allowance',
    'Allowance',
    AllowanceId,
    `Add Allowance in Points. MembershipNo - ${terms.MembershipNo}, Points - ${terms.Points}`,
  )
  return { Allowance: writeAllowance(ctx.services, { AllowanceId, AccountId, ...terms }), ...terms, SettleUntil }
}

/** Ends an allowance of the calling account. */
export async function endAllowance(ctx: Ctx, { Allowance }: Input<typeof contract.endAllowance>) {
  const { AllowanceId, Obstacle } = identifyAllowance(ctx, Allowance)
  if (AllowanceId === null || Obstacle) throw pointRefusals.allowanceNotFound()
  const { MembershipNo, Points } = await releaseAllowance(ctx, AllowanceId)
  ctx.audit(
    'End Allowance',
    'Allowance',
    AllowanceId,
    `End Allowance in Points. MembershipNo - ${MembershipNo}, Points - ${Points}`,
  )
  return { MembershipNo, Points }
}

/** Enters a redemption that took place without a connection. An allowance that does not count is named in the reply. */
export async function enterRedemption(ctx: Ctx, input: Input<typeof contract.enterRedemption>) {
  const { Allowance, ...redemption } = input
  const settled = await settleRedemption(ctx, { ...redemption, ...identifyAllowance(ctx, Allowance) })
  const { HistoryId, MembershipNo, Covered, Owed, History, Balance } = settled
  ctx.audit(
    'Offline Redemption',
    'PointHistory',
    HistoryId,
    `Offline Redemption in Points. MembershipNo - ${MembershipNo}, Points - ${input.Points}, Owed - ${Owed}`,
  )
  const AllowanceObstacle = settled.Obstacle as Reply<typeof contract.enterRedemption>['AllowanceObstacle']
  return { History, Balance, AllowancePoints: Covered, AllowanceObstacle, OwedPoints: Owed }
}

/** The id in the text of an allowance, or the reason why the calling account cannot use the text. */
function identifyAllowance({ services, actor }: Ctx, text: string | null | undefined) {
  if (!text) return { AllowanceId: null, Obstacle: null }
  const terms = readAllowance(services, text)
  if (!terms) return { AllowanceId: null, Obstacle: 'Invalid' }
  if (terms.AccountId !== actor.userId) return { AllowanceId: null, Obstacle: 'OtherAccount' }
  return { AllowanceId: terms.AllowanceId, Obstacle: null }
}
