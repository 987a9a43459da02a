// The components of the audit area that pages of other areas may use.
export { AuditedValue, ChangedRecord } from './Entry.tsx'
