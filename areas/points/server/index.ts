// What other areas may ask of the ledger.

export { limitOf as adjustmentLimit } from './adjustments/judge.ts'
export { NIGHT, runNight, SILENT_MINUTES } from './night/run-night.ts'
export {
  expireLots,
  type NightStep,
  type NightTools,
  nightStepsOf,
  type Portion,
  recoverArrears,
} from './night/step.ts'
export { balanceOf, findBalance, findMember } from './rows.ts'
export { givePointsBack, takePoints } from './take-points.ts'
