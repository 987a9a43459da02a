import { useState } from 'react'
import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { type Area, useLabels } from '#kit/web/labels.ts'
import './audit.css'
import { type AuditEntry, type Change, changesOf, isErased, ownCode, readableValue } from './grouped.ts'
import { recordLink } from './record-links.ts'

// Cells of audit entries in lists and reports.

/** The changed record, with a link to its page. */
export function ChangedRecord({ of: { ObjectType, ObjectId } }: { of: AuditEntry }) {
  const to = recordLink(ObjectType, ObjectId)
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

/** The previous or the new value of a field; for added and deleted rows all fields. */
export function Side({ of, side }: { of: AuditEntry; side: 'before' | 'after' }) {
  const t = useT()
  if (of.ActionType === 'Import') return side === 'after' ? <bdi>{of.UpdatedInfo}</bdi> : null
  if (isErased(of)) return side === 'after' ? <Muted>{t('audit:valuesErased')}</Muted> : null
  const changes = changesOf(of).filter((change) => of.UpdatedFieldName !== null || change[side] !== null)
  if (of.UpdatedFieldName !== null) return <Value text={side === 'before' ? of.PreviousInfo : of.UpdatedInfo} />
  if (changes.length === 0) return null
  return <CollapsedValues changes={changes} side={side} />
}

/** Collapsed values, rendered only when expanded, because a page may have thousands of them. */
function CollapsedValues({ changes, side }: { changes: readonly Change[]; side: 'before' | 'after' }) {
  const t = useT()
  const labels = useLabels('audit' as Area)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="audit-values" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('audit:showValues')}</summary>
      {isOpen && (
        <dl className="audit-changes">
          {changes.map((change) => (
            <div key={change.name}>
              <dt>{ownCode(change.name) ?? labels.field(change.name)}</dt>
              <dd>
                <Value text={change[side]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

export function Value({ text }: { text: string | null }) {
  const t = useT()
  return text === null || text === '' ? <em>{t('audit:nothing')}</em> : <bdi>{readableValue(text, (item) => item)}</bdi>
}
