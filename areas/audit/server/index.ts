// The API of audit for commands and the report.

export { maySeeAllRecords, toDisplayedRecord } from './audit-records.ts'
export { proveAudit } from './prove-audit.ts'
export { sealAudit } from './seal-audit.ts'
