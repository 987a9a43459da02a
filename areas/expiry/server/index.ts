// The public interface of this area for other areas and programs.

export { pointsToExpire } from './expiries.ts'
export { prove } from './prove.ts'
