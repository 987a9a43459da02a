// Functions of the area `points` for other areas.

export { readAdjustmentLimit as adjustmentLimit } from './adjustments/validate-adjustment.ts'
export { endAllowance, issueAllowance, readOfflineLimits, settleRedemption } from './allowances.ts'
export { invoiceRedeemingEvent } from './events.ts'
export { describeLiabilityEffect } from './liability-effect.ts'
export { expireLotsStep, recoverArrearsStep } from './nightly.ts'
export { includedBonusSql, isIncludedBonusSql } from './purchase-bonus.ts'
export {
  findMemberByNumber,
  findPointBalance,
  isOpenLotSql,
  pointBalanceColumns,
  remainingPointsSql,
  requirePointBalance,
} from './rows.ts'
export { getPointRate } from './rules/rates.ts'
export { getPointStructure } from './rules/structures.ts'
export { refundTakenPoints, takePointsForObject } from './take-points.ts'
