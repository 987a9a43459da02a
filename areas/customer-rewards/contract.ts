// The contract of customer rewards: redeem, issue, claim, collect, cancel, extend and expire.

export * from './contract/customer-reward.ts'
export * from './contract/find.ts'
export * from './contract/give.ts'
export * from './contract/hand-over.ts'
export { CustomerRewardStatus } from './contract/statuses.ts'
export * from './contract/take-back.ts'
