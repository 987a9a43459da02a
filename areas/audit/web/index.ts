// The audit components that pages of other areas may use.
export { ChangedRecord, Side } from './Entry.tsx'
