// SQL of this area that reports use.

export { issueCounts } from './issues.ts'
