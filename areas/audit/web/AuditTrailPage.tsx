import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { type TextNamespace, useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { AuditRecord, type AuditTrailRow, listAuditTrail } from '../contract.ts'
import { auditTrailPath } from '../paths.ts'
import './audit.css'
import { ChangedRecordLink, ReadableAuditValue } from './Entry.tsx'
import { customFieldCodeOfName, listFieldChanges } from './grouped.ts'
import { recordPagePath } from './record-links.ts'

/** The audit trail with all changes of all records. */
export function AuditTrailPage() {
  const t = useT()
  const columns: Column<AuditTrailRow>[] = [
    'AuditedAt',
    { field: 'UpdatedBy', second: 'OutletCode', title: 'audit:trail.by' },
    { field: 'ObjectType', title: 'audit:trail.record', render: (row) => <ChangedRecordLink of={row} /> },
    'ActionType',
    { field: 'UpdatedInfo', title: 'audit:trail.change', render: (row) => <Diff row={row} /> },
  ]
  const optional: Column<AuditTrailRow>[] = [
    'UpdatedFieldName',
    'PreviousInfo',
    'TableName',
    'SourceIP',
    'SessionId',
    'RequestId',
    'AuditRecordId',
  ]
  return (
    <ResourceTable
      area="audit"
      list={listAuditTrail}
      label={t('audit:screens.trail')}
      rowKey="AuditRecordId"
      columns={columns}
      optional={optional}
      search={{
        DateFrom: { until: 'DateTo', label: 'audit:fields.AuditedAt' },
        UpdatedBy: 'text',
        OutletCode: 'outlet',
        ObjectType: 'text',
        ObjectId: 'text',
        ActionType: AuditRecord.shape.ActionType.options,
        UpdatedFieldName: 'text',
        TableName: 'text',
        SourceIP: 'text',
        RequestId: 'text',
      }}
      actions={({ ObjectType, ObjectId, RequestId }) => [
        ...[recordPagePath(ObjectType, ObjectId)].flatMap((to) => (to ? [{ label: t('kit:verbs.open'), to }] : [])),
        { label: t('audit:trail.ofRecord'), to: auditTrailPath({ ObjectType, ObjectId }) },
        ...(RequestId ? [{ label: t('audit:trail.ofRequest'), to: auditTrailPath({ RequestId }) }] : []),
      ]}
      empty={() => ({ title: t('audit:trail.none'), hint: t('audit:trail.noneHint') })}
    />
  )
}

/** The maximum number of values that a row shows without collapsing them. */
const VALUES_MAX = 3

function Diff({ row }: { row: AuditTrailRow }) {
  const t = useT()
  const labels = useLabels('audit' as TextNamespace)
  if (row.ActionType === 'Import') return <bdi>{row.UpdatedInfo}</bdi>
  if (row.ErasedYN === 'Y') return <Muted>{t('audit:valuesErased')}</Muted>
  const changes = listFieldChanges(row)
  const changeLine = ({ name, before, after }: (typeof changes)[number]) => (
    <div key={name}>
      <dt>{customFieldCodeOfName(name) ?? labels.field(name)}</dt>
      <dd>
        {row.ActionType === 'Update' ? (
          <>
            <Muted>
              <ReadableAuditValue text={before} />
            </Muted>
            <span aria-hidden className="carat-arrow carat-mirrored">
              →
            </span>
            <span className="carat-unseen">, {t('audit:to')}: </span>
            <ReadableAuditValue text={after} />
          </>
        ) : (
          <ReadableAuditValue text={after ?? before} />
        )}
      </dd>
    </div>
  )
  if (changes.length <= VALUES_MAX) return <dl className="audit-changes">{changes.map(changeLine)}</dl>
  return (
    <details className="audit-values">
      <summary>{t('audit:showValues')}</summary>
      <dl className="audit-changes">{changes.map(changeLine)}</dl>
    </details>
  )
}
