import { keepPreviousData } from '@tanstack/react-query'
import { Drawer, Tabs } from 'antd'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { HistorySubject } from '#kit/web/RecordHistory.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { Timeline } from '#kit/web/Timeline.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listAuditRecords } from '../contract.ts'
import './audit.css'
import {
  type AuditEvent,
  type AuditedFieldChange,
  customFieldCodeOfName,
  formatAuditedValue,
  groupAuditRecords,
} from './grouped.ts'
import { RecordTextLog } from './RecordLog.tsx'

const ROWS = 50

/** Shows the history of one record: changes of its fields and its text log. */
export function HistoryDrawer({ of, open, onClose }: { of: HistorySubject; open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Drawer open={open} onClose={onClose} title={t('audit:of', { name: of.name })} size={560} destroyOnHidden>
      <Tabs
        items={[
          { key: 'changes', label: t('audit:changes'), children: <Changes of={of} /> },
          { key: 'log', label: t('audit:log'), children: <RecordTextLog of={of} /> },
        ]}
      />
    </Drawer>
  )
}

function Changes({ of }: { of: HistorySubject }) {
  const t = useT()
  const [rows, setRows] = useState(ROWS)
  const { data, error, refetch, isFetching } = useRead(
    listAuditRecords,
    { Rows: rows, Search: { ObjectType: of.subject, ObjectId: of.id } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  if (error) return <ErrorState error={error} title={t('audit:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const events = groupAuditRecords(data.rows)
  if (events.length === 0) return <EmptyState title={t('audit:empty')} />
  return (
    <Timeline
      label={t('audit:changes')}
      loading={isFetching}
      items={events.map((event) => ({
        key: `${event.key}|${event.AuditedAt}`,
        time: event.AuditedAt,
        tone:
          event.ActionType === 'Delete' || event.ActionType === 'Erase'
            ? 'bad'
            : event.ActionType === 'Add'
              ? 'good'
              : 'plain',
        title: <Title event={event} subject={of.subject} />,
        by: <ActorLine event={event} />,
        body: <Body event={event} of={of} />,
      }))}
      onMore={data.count > rows ? () => setRows(rows + ROWS) : undefined}
    />
  )
}

const actions = {
  Add: 'audit:added',
  Update: 'audit:changed',
  Delete: 'audit:deleted',
  Import: 'audit:imported',
  Erase: 'audit:erased',
} as const
const partNames = [
  'CustomerAddress',
  'CustomerConsent',
  'MembershipLevelHistory',
  'TransactionDetail',
  'PointStructureDetail',
  'PointRateDetail',
] as const

function Title({ event, subject }: { event: AuditEvent; subject: string }) {
  const t = useT()
  const part = event.ObjectType === subject ? undefined : partNames.find((name) => name === event.ObjectType)
  return part ? `${t(actions[event.ActionType])} · ${t(`audit:records.${part}`)}` : t(actions[event.ActionType])
}

function ActorLine({ event: { UpdatedBy, OutletCode, SourceIP } }: { event: AuditEvent }) {
  const t = useT()
  const userName = UpdatedBy ?? t('audit:system')
  const userAndOutlet = OutletCode ? t('audit:by', { who: userName, outlet: OutletCode }) : userName
  return SourceIP ? (
    <>
      {userAndOutlet} · <span dir="ltr">{SourceIP}</span>
    </>
  ) : (
    userAndOutlet
  )
}

/** Shows the values of an event. The values of added and deleted rows are collapsed. */
function Body({ event, of }: { event: AuditEvent; of: HistorySubject }) {
  const t = useT()
  if (event.ActionType === 'Erase') return null
  if (event.erased) return <Muted>{t('audit:valuesErased')}</Muted>
  const list = (
    <dl className="audit-changes">
      {event.changes.map((change) => (
        <ChangeLine key={change.name} change={change} of={of} compared={event.ActionType === 'Update'} />
      ))}
    </dl>
  )
  if (event.ActionType === 'Update') return list
  return (
    <details className="audit-values">
      <summary>{t('audit:showValues')}</summary>
      {list}
    </details>
  )
}

function ChangeLine({ change, of, compared }: { change: AuditedFieldChange; of: HistorySubject; compared: boolean }) {
  const t = useT()
  const labels = useLabels(of.area)
  const toDisplay = (value: string | null) =>
    value === null || value === '' ? (
      <em>{t('audit:nothing')}</em>
    ) : (
      <bdi>{formatAuditedValue(value, (item) => labels.value(change.name, item))}</bdi>
    )
  return (
    <div>
      <dt>{customFieldCodeOfName(change.name) ?? labels.field(change.name)}</dt>
      <dd>
        {compared ? (
          <>
            <span className="carat-unseen">{t('audit:from')}: </span>
            <Muted>{toDisplay(change.before)}</Muted>
            <span aria-hidden className="carat-arrow carat-mirrored">
              →
            </span>
            <span className="carat-unseen">, {t('audit:to')}: </span>
            <strong>{toDisplay(change.after)}</strong>
          </>
        ) : (
          toDisplay(change.after ?? change.before)
        )}
      </dd>
    </div>
  )
}
