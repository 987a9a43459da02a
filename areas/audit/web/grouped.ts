import { formatDate, formatInstant } from '#kit/web/format.ts'
import type { AuditRecord } from '../contract.ts'

/** An entry of the audit trail: a changed field, or all fields of a row that was added or deleted. */
export type AuditEntry = Pick<
  AuditRecord,
  'ObjectType' | 'ObjectId' | 'ActionType' | 'UpdatedFieldName' | 'PreviousInfo' | 'UpdatedInfo'
>

export type Change = { name: string; before: string | null; after: string | null }
export type Event = Pick<
  AuditRecord,
  'ActionType' | 'AuditedAt' | 'ObjectType' | 'UpdatedBy' | 'OutletCode' | 'SourceIP'
> & {
  key: string
  changes: Change[]
  /** Its values were erased with a customer's personal data: a change is never one from nothing to nothing. */
  erased: boolean
}

/** What was changed together is shown together: the log has a record for each field. */
export function eventsOf(records: readonly AuditRecord[]): Event[] {
  const events: Event[] = []
  for (const record of records) {
    const key = [record.RequestId ?? record.AuditedAt, record.ObjectType, record.ObjectId, record.ActionType].join('|')
    const last = events.at(-1)
    if (last?.key === key) last.changes.push(...changesOf(record))
    else events.push({ ...record, key, changes: changesOf(record), erased: isErased(record) })
  }
  return events.filter(
    ({ ActionType, changes, erased }) => /^(Import|Erase)$/.test(ActionType) || erased || changes.length > 0,
  )
}

export const isErased = ({ ActionType, PreviousInfo, UpdatedInfo }: AuditEntry) =>
  PreviousInfo === null && UpdatedInfo === null && ActionType !== 'Erase'

export function changesOf({ UpdatedFieldName, PreviousInfo, UpdatedInfo }: AuditEntry): Change[] {
  if (UpdatedFieldName !== null)
    // A record of its own for Version is written only where none was sent.
    return isPlain(UpdatedFieldName) || UpdatedFieldName === 'Version'
      ? [{ name: UpdatedFieldName, before: PreviousInfo, after: UpdatedInfo }]
      : []
  const before = rowOf(PreviousInfo)
  const after = rowOf(UpdatedInfo)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(isPlain)
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
}

const rowOf = (info: string | null): Record<string, string> => {
  const { CustomValues = '{}', ...row } = (info?.startsWith('{') ? JSON.parse(info) : {}) as Record<string, string>
  const entries = Object.entries(JSON.parse(CustomValues) as Record<string, string | string[]>)
  return { ...row, ...Object.fromEntries(entries.map(([code, value]) => [`${OWN}${code}`, [value].flat().join(', ')])) }
}

/** Before the code of a field that the company added. */
const OWN = 'CustomValues.'
/** Such a field goes by its code in the log: its name may have changed since. */
export const ownCode = (name: string) => (name.startsWith(OWN) ? name.slice(OWN.length) : undefined)

/** Keys and counters say nothing to people; a reference that people know has a name and no number. */
const isPlain = (name: string) =>
  !/Id$|^(Version|CreatedAt|UpdatedAt|ContactNoTyped)$/.test(name) || name === 'PreferredStaffId'

/** The log holds text; dates, lists and flags are written as everywhere else. */
export function readable(value: string, word: (value: string) => string): string {
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return formatInstant(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value)
  if (value === 'true' || value === 'false') return word(value === 'true' ? 'Y' : 'N')
  if (/^\[.*\]$/s.test(value)) return listed(value, word)
  return word(value)
}

function listed(value: string, word: (value: string) => string) {
  const items: unknown = JSON.parse(value)
  return Array.isArray(items) ? items.map((item) => word(String(item))).join(', ') : value
}
