// What other areas may ask of levels.

export { getLevelStatus } from './status/get-level-status.ts'
export { type QualifyingSale, qualifyingSales } from './upgrade/qualifying-sales.ts'
