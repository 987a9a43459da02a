export * from './contract/ledger.ts'
export * from './contract/rules.ts'
