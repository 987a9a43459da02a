// What other areas may ask of the rewards of members: to give one, to take it away, and to be notified of what becomes of them.

export { giveBySystem } from './by-system.ts'
export * from './events.ts'
export { issueReward } from './give.ts'
export { cancelRedeem } from './take-back.ts'
