// The audit components that pages of other areas may use.
export { ChangedRecord, EntrySide } from './Entry.tsx'
