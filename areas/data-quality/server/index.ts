// The functions of data quality for other areas: SQL for reports.

export { issueCountsSql } from './issues.ts'
