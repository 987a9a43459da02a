// The SQL that reports use.

export { countsOf } from './issues.ts'
