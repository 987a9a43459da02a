export * from './contract/campaigns.ts'
export * from './contract/objects.ts'
export * from './contract/sends.ts'
export * from './contract/targets.ts'
