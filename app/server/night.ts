import { closeMonth, expireRewards } from '#areas/expiry/server/index.ts'
import { applyLevels, judgeCancelledUpgrades, reviewCycles, upgradeMembers } from '#areas/levels/server/index.ts'
import { expireLots, type NightStep, recoverArrears } from '#areas/points/server/index.ts'
import { approveReferrals } from '#areas/referrals/server/index.ts'

/** What is done after midnight, in this order. An area adds its step here. */
export const nightSteps: readonly NightStep[] = [
  recoverArrears,
  expireLots,
  expireRewards,
  approveReferrals,
  closeMonth,
  applyLevels,
  judgeCancelledUpgrades,
  upgradeMembers,
  reviewCycles,
]
