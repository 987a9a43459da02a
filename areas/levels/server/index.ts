// What other areas may ask of levels. How sales and cancellations move a member stands in areas/levels/sql/levels.sql.

export { levelKind } from './approval-kind.ts'
export { enterPremium } from './enter-premium.ts'
export { applyLevels, judgeCancelledUpgrades, reviewCycles, upgradeMembers } from './night.ts'
export { levelsWaiting } from './waiting.ts'
