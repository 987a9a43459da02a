import { keepPreviousData } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import type { HistorySubject } from '#kit/web/RecordHistory.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { Timeline } from '#kit/web/Timeline.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addAuditLog, listAuditLog, NOTE_LOG_ACTION } from '../contract.ts'

const ROWS = 50

/** Shows the text log of one record, with a form to add a note. */
export function RecordTextLog({ of }: { of: HistorySubject }) {
  const t = useT()
  const [rows, setRows] = useState(ROWS)
  const Search = { ObjectType: of.subject, ObjectId: of.id }
  const { data, error, refetch, isFetching } = useRead(
    listAuditLog,
    { Rows: rows, Search },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <>
      <AddNote about={Search} />
      {error ? (
        <ErrorState error={error} title={t('audit:failed.get')} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.rows.length === 0 ? (
        <EmptyState title={t('audit:emptyLog')} />
      ) : (
        <Timeline
          label={t('audit:log')}
          loading={isFetching}
          items={data.rows.map((entry) => ({
            key: `${entry.AuditLogId}`,
            time: entry.LoggedAt,
            tone: entry.ActionType === NOTE_LOG_ACTION ? 'notice' : 'plain',
            title: entry.ActionType === NOTE_LOG_ACTION ? t('audit:note') : entry.ActionType,
            by: [entry.UpdatedBy, entry.OutletCode].filter(Boolean).join(listSeparator()),
            body: <span className="audit-text">{entry.LogText}</span>,
          }))}
          onMore={data.count > rows ? () => setRows(rows + ROWS) : undefined}
        />
      )}
    </>
  )
}

function AddNote({ about }: { about: { ObjectType: string; ObjectId: string } }) {
  const t = useT()
  const [text, setText] = useState('')
  const add = useCall(addAuditLog, {
    done: 'audit:noteAdded',
    failed: 'audit:failed.add',
    onDone: () => setText(''),
  })
  const note = text.trim()
  return (
    <Stack
      gap="s"
      as="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (note) add.mutate({ ...about, LogText: note })
      }}
    >
      <Input.TextArea
        aria-label={t('audit:note')}
        placeholder={t('audit:notePlaceholder')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button htmlType="submit" loading={add.isPending} disabled={note === ''}>
        {t('audit:addNote')}
      </Button>
    </Stack>
  )
}
