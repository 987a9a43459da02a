// The functions of the audit area for commands and reports.

export { maySeeAllAuditRecords, toDisplayedAuditRecord } from './audit-records.ts'
export { proveAudit } from './prove-audit.ts'
export { sealAudit } from './seal-audit.ts'
