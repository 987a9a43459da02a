export * from './contract/groups.ts'
