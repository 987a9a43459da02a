import { useState } from 'react'
import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { type TextNamespace, useLabels } from '#kit/web/labels.ts'
import './audit.css'
import {
  type AuditEntry,
  type AuditedFieldChange,
  customFieldCodeOfName,
  formatAuditedValue,
  isErasedEntry,
  listFieldChanges,
} from './grouped.ts'
import { recordPagePath } from './record-links.ts'

// The cells in this file show audit entries in lists and reports.

/** Shows the type and id of the changed record, with a link to the record's page. */
export function ChangedRecordLink({ of: { ObjectType, ObjectId } }: { of: AuditEntry }) {
  const to = recordPagePath(ObjectType, ObjectId)
  const name = ObjectType.replace(/([a-z])([A-Z])/g, '$1 $2')
  return (
    <>
      {to ? <Link to={to}>{name}</Link> : name}
      <br />
      <Muted>
        <bdi>{ObjectId}</bdi>
      </Muted>
    </>
  )
}

/** Shows the previous or the new value of a field, or all fields of an added or deleted row. */
export function AuditedValue({ of, side }: { of: AuditEntry; side: 'before' | 'after' }) {
  const t = useT()
  if (of.ActionType === 'Import') return side === 'after' ? <bdi>{of.UpdatedInfo}</bdi> : null
  if (isErasedEntry(of)) return side === 'after' ? <Muted>{t('audit:valuesErased')}</Muted> : null
  const changes = listFieldChanges(of).filter((change) => of.UpdatedFieldName !== null || change[side] !== null)
  if (of.UpdatedFieldName !== null)
    return <ReadableAuditValue text={side === 'before' ? of.PreviousInfo : of.UpdatedInfo} />
  if (changes.length === 0) return null
  return <CollapsedValues changes={changes} side={side} />
}

/** Renders the values only when the user expands them, because a page may have thousands of values. */
function CollapsedValues({ changes, side }: { changes: readonly AuditedFieldChange[]; side: 'before' | 'after' }) {
  const t = useT()
  const labels = useLabels('audit' as TextNamespace)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="audit-values" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('audit:showValues')}</summary>
      {isOpen && (
        <dl className="audit-changes">
          {changes.map((change) => (
            <div key={change.name}>
              <dt>{customFieldCodeOfName(change.name) ?? labels.field(change.name)}</dt>
              <dd>
                <ReadableAuditValue text={change[side]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

export function ReadableAuditValue({ text }: { text: string | null }) {
  const t = useT()
  return text === null || text === '' ? (
    <em>{t('audit:nothing')}</em>
  ) : (
    <bdi>{formatAuditedValue(text, (item) => item)}</bdi>
  )
}
