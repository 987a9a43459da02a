// The functions of levels for other areas.

export { getLevelStatus } from './status/get-level-status.ts'
export { type QualifyingSale, qualifyingSales } from './upgrade/qualifying-sales.ts'
