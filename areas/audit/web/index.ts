// The components of the audit area that pages of other areas may use.
export { ChangedRecord, EntrySide } from './Entry.tsx'
