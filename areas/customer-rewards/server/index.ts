// The functions of customer rewards for other areas: giving, cancelling, and events.

export { giveAutomaticRewards } from './by-system.ts'
export * from './events.ts'
export { issueReward } from './give.ts'
export { cancelRedeem } from './take-back.ts'
