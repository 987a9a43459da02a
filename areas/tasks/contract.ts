export * from './contract/contact.ts'
export * from './contract/progress-logs.ts'
export * from './contract/tasks.ts'
