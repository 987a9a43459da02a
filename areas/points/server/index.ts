// What other areas may ask of the ledger.

export { limitOf as adjustmentLimit } from './adjustments/limit.ts'
export { NIGHT, runNight, SILENT_MINUTES } from './night/run-night.ts'
export { type NightStep, type NightTools, nightStepsOf, type Portion } from './night/step.ts'
export { expireLots, recoverArrears } from './night/steps.ts'
export { balanceOf, expiriesOf, findBalance, findMember } from './rows.ts'
export { givePointsBack, takePoints } from './take-points.ts'
