// What other programs may ask of this area.

export { closeMonth } from './liability.ts'
export { neverProved, PROVE, prove, proveJob } from './prove.ts'
export { expireRewards } from './rewards/expire-rewards.ts'
