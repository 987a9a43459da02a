// What the pages of areas above may use of the audit trail.
export { Changed, Side } from './Entry.tsx'
