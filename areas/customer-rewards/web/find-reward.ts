import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { call } from '#kit/web/call.ts'
import type { ScannedRecord } from '#kit/web/scan-outcome.ts'
import { listCustomerRewards } from '../contract.ts'
import { cancelClaimRewardsPath, cancelCollectRewardsPath, claimRewardsPath, collectRewardsPath } from '../paths.ts'
import { codeOf } from './acts/identifier.ts'

/** A reward of a member that was scanned: the screen for what is done with it next. */
export async function rewardOfCode(scanned: string): Promise<ScannedRecord | undefined> {
  const { ReferenceCode } = codeOf(scanned) as { ReferenceCode?: string }
  if (!ReferenceCode) return undefined
  const [reward] = (await call(listCustomerRewards, { Search: { ReferenceCode }, Rows: 1 })).rows
  // What a member of another outlet holds is named only together with the member.
  if (!reward) return { to: collectRewardsPath({ code: ReferenceCode }), name: ReferenceCode }
  const path =
    reward.Status === 'Claimed'
      ? cancelClaimRewardsPath
      : reward.Status === 'Collected'
        ? cancelCollectRewardsPath
        : isRedeemedKind(reward.Type)
          ? collectRewardsPath
          : claimRewardsPath
  return { to: path({ code: ReferenceCode }), name: reward.RewardName }
}
