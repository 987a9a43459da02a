// What commands and the report ask of the audit logs.

export { displayed, seesAll } from './audit-records.ts'
export { proveAudit } from './prove-audit.ts'
export { sealAudit } from './seal-audit.ts'
