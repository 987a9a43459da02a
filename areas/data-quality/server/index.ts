// The SQL that reports use.

export { issueCounts } from './issues.ts'
