// The functions of point expiry for other areas and programs.

export { pointsToExpireSql } from './expiries.ts'
export { reconcileLedger } from './prove.ts'
