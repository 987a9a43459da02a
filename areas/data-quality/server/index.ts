// The functions of data quality for other areas: SQL for reports.

export { issueCounts } from './issues.ts'
