import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { call } from '#kit/web/call.ts'
import type { ScannedRecord } from '#kit/web/scan-outcome.ts'
import { listCustomerRewards } from '../contract.ts'
import { cancelClaimRewardsPath, cancelCollectRewardsPath, claimRewardsPath, collectRewardsPath } from '../paths.ts'
import { parseRewardCode } from './acts/identifier.ts'

/** Finds a scanned customer reward and returns the page for its next action. */
export async function findRewardByCode(scanned: string): Promise<ScannedRecord | undefined> {
  const { ReferenceCode } = parseRewardCode(scanned) as { ReferenceCode?: string }
  if (!ReferenceCode) return undefined
  const [reward] = (await call(listCustomerRewards, { Search: { ReferenceCode }, Rows: 1 })).rows
  // The collect page asks for an identifier of the member, with which a reward of another outlet can be read.
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
