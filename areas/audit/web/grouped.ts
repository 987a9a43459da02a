import { formatDate, formatInstant } from '#kit/web/format.ts'
import type { AuditRecord } from '../contract.ts'

/** An entry of the audit trail: a changed field, or all fields of an added or deleted row. */
export type AuditEntry = Pick<
  AuditRecord,
  'ObjectType' | 'ObjectId' | 'ActionType' | 'UpdatedFieldName' | 'PreviousInfo' | 'UpdatedInfo'
>

export type AuditedFieldChange = { name: string; before: string | null; after: string | null }
export type AuditEvent = Pick<
  AuditRecord,
  'ActionType' | 'AuditedAt' | 'ObjectType' | 'UpdatedBy' | 'OutletCode' | 'SourceIP'
> & {
  key: string
  changes: AuditedFieldChange[]
  /** True if the values were erased with a customer's personal data. Both values are null only in this case. */
  erased: boolean
}

/** Groups audit records of the same request and row into one event, because each record has a single field. */
export function groupAuditRecords(records: readonly AuditRecord[]): AuditEvent[] {
  const events: AuditEvent[] = []
  for (const record of records) {
    const key = [record.RequestId ?? record.AuditedAt, record.ObjectType, record.ObjectId, record.ActionType].join('|')
    const previousEvent = events.at(-1)
    if (previousEvent?.key === key) previousEvent.changes.push(...listFieldChanges(record))
    else events.push({ ...record, key, changes: listFieldChanges(record), erased: isErasedEntry(record) })
  }
  return events.filter(
    ({ ActionType, changes, erased }) => /^(Import|Erase)$/.test(ActionType) || erased || changes.length > 0,
  )
}

export const isErasedEntry = ({ ActionType, PreviousInfo, UpdatedInfo }: AuditEntry) =>
  PreviousInfo === null && UpdatedInfo === null && ActionType !== 'Erase'

export function listFieldChanges({ UpdatedFieldName, PreviousInfo, UpdatedInfo }: AuditEntry): AuditedFieldChange[] {
  if (UpdatedFieldName !== null)
    // A separate audit record for Version exists only if no other field changed.
    return isShownField(UpdatedFieldName) || UpdatedFieldName === 'Version'
      ? [{ name: UpdatedFieldName, before: PreviousInfo, after: UpdatedInfo }]
      : []
  const before = parseRow(PreviousInfo)
  const after = parseRow(UpdatedInfo)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(isShownField)
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
}

const parseRow = (info: string | null): Record<string, string> => {
  const { CustomValues = '{}', ...row } = (info?.startsWith('{') ? JSON.parse(info) : {}) as Record<string, string>
  const entries = Object.entries(JSON.parse(CustomValues) as Record<string, string | string[]>)
  return {
    ...row,
    ...Object.fromEntries(entries.map(([code, value]) => [`${CUSTOM_FIELD_PREFIX}${code}`, [value].flat().join(', ')])),
  }
}

/** The prefix that the audit log puts before the names of custom fields. */
const CUSTOM_FIELD_PREFIX = 'CustomValues.'
/** Returns the code of a custom field, which the history shows because the field's name may have changed. */
export const customFieldCodeOfName = (name: string) =>
  name.startsWith(CUSTOM_FIELD_PREFIX) ? name.slice(CUSTOM_FIELD_PREFIX.length) : undefined

/** True for fields that the history shows. Hides keys and counters, except a reference whose name is stored. */
const isShownField = (name: string) =>
  !/Id$|^(Version|CreatedAt|UpdatedAt|ContactNoTyped)$/.test(name) || name === 'PreferredStaffId'

/** Formats dates, lists and flags of the audit log, which stores all values as text. */
export function formatAuditedValue(value: string, labelOf: (value: string) => string): string {
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return formatInstant(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value)
  if (value === 'true' || value === 'false') return labelOf(value === 'true' ? 'Y' : 'N')
  if (/^\[.*\]$/s.test(value)) return readableList(value, labelOf)
  return labelOf(value)
}

function readableList(value: string, labelOf: (value: string) => string) {
  const items: unknown = JSON.parse(value)
  return Array.isArray(items) ? items.map((item) => labelOf(String(item))).join(', ') : value
}
