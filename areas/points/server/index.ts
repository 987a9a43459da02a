// What other areas may ask of the ledger.

export { limitOf as adjustmentLimit } from './adjustments/validate-adjustment.ts'
export { liabilityEffect } from './liability-effect.ts'
export { NIGHTLY_BATCH, runNightlyBatch, SILENT_MINUTES } from './nightly/run-nightly-batch.ts'
export {
  type BatchStep,
  type BatchTools,
  batchStepsOf,
  type Chunk,
  expireLots,
  recoverArrears,
} from './nightly/step.ts'
export { balanceColumns, balanceOf, findBalance, findMember, openLot, remaining } from './rows.ts'
export { givePointsBack, takePoints } from './take-points.ts'
