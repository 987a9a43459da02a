export * from './contract/adjustments.ts'
export * from './contract/ledger.ts'
export * from './contract/rules.ts'
export * from './contract/simulations.ts'
