export * from './contract/contact-log.ts'
export * from './contract/reports.ts'
export * from './contract/sending.ts'
export * from './contract/templates.ts'
