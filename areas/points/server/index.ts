// Functions of the area `points` for other areas.

export { readAdjustmentLimit as adjustmentLimit } from './adjustments/validate-adjustment.ts'
export { endAllowance, issueAllowance, readOfflineLimits, settleRedemption } from './allowances.ts'
export { invoiceRedeeming } from './events.ts'
export { liabilityEffect } from './liability-effect.ts'
export { expireLots, recoverArrears } from './nightly.ts'
export { includedBonusSql, isIncludedBonusSql } from './purchase-bonus.ts'
export { balanceColumns, findBalance, findMember, isOpenLotSql, remainingPointsSql, requireBalance } from './rows.ts'
export { getRate } from './rules/rates.ts'
export { getStructure } from './rules/structures.ts'
export { refundTakenPoints, takePoints } from './take-points.ts'
