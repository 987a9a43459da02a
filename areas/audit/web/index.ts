// The components of the audit area that pages of other areas may use.
export { AuditedValue, ChangedRecordLink } from './Entry.tsx'
