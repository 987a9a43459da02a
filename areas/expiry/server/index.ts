// API of this area for other areas and programs.

export { toExpire } from './expiries.ts'
export { prove } from './prove.ts'
