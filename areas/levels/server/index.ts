// The functions of levels for other areas.

export { getLevelStatus } from './status/get-level-status.ts'
export { findQualifyingSales, type QualifyingSale } from './upgrade/qualifying-sales.ts'
