// The public interface of this area: giving and cancelling customer rewards, and their events.

export { giveAutomaticRewards } from './by-system.ts'
export * from './events.ts'
export { issueReward } from './give.ts'
export { cancelRedeem } from './take-back.ts'
