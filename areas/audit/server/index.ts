// What commands ask of the audit logs.

export { proveAudit } from './prove-audit.ts'
export { sealAudit } from './seal-audit.ts'
