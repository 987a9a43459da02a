// The functions of point expiry for other areas and programs.

export { pointsToExpire } from './expiries.ts'
export { prove } from './prove.ts'
