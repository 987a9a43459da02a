// API of this area for other areas: give and cancel customer rewards, and their events.

export { giveAutomaticRewards } from './by-system.ts'
export * from './events.ts'
export { issueReward } from './give.ts'
export { cancelRedeem } from './take-back.ts'
