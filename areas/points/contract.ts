export * from './contract/adjustments.ts'
export * from './contract/ledger.ts'
export * from './contract/rules.ts'
