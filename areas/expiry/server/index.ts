// What other programs may ask of this area.

export { toExpire } from './expiries.ts'
export { prove } from './prove.ts'
