import { Checkbox, Pagination } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { FormField } from '#kit/web/form/fields.ts'
import { businessDate, formatDate, formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { type RowAction, RowActions } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useMedia.ts'
import {
  addProgressLog,
  deleteProgressLog,
  restoreProgressLog,
  updateProgressLog,
} from '../../contract/progress-logs.ts'
import { LogStatus, type ProgressLog, type TaskView } from '../../contract/tasks.ts'

type Props = { task: TaskView; writable: boolean; next: (() => void) | undefined }

/** Lists the progress logs of a task, with a form to add one. */
export function TaskProgressLogs({ task, writable, next }: Props) {
  const t = useT()
  const [editing, setEditing] = useState<ProgressLog>()
  const { TaskId } = task
  const remove = useCall(deleteProgressLog, {
    done: 'tasks:log.deleted',
    failed: 'tasks:log.deleteFailed',
    undo: ({ ProgressLogId }) => call(restoreProgressLog, { ProgressLogId }),
  })
  const move = useCall(updateProgressLog, { done: 'tasks:log.moved', failed: 'tasks:log.updateFailed' })
  return (
    <Stack>
      {writable && <AddLog key={task.Logs} TaskId={TaskId} next={next} />}
      <PageSection title={t('tasks:log.title')}>
        <LogTable
          logs={task.TaskProgressLog}
          actions={(log) => [
            { label: t('kit:verbs.edit'), run: () => setEditing(log) },
            ...LogStatus.options
              .filter((Status) => Status !== log.Status)
              .map((Status) => ({
                label: t(`tasks:log.to.${Status}`),
                run: () => move.mutateAsync({ ProgressLogId: log.ProgressLogId, Version: log.Version, Status }),
              })),
            {
              label: t('kit:verbs.delete'),
              danger: true,
              confirm: t('tasks:log.deleteQuestion'),
              run: () => remove.mutateAsync({ ProgressLogId: log.ProgressLogId }),
            },
          ]}
        />
      </PageSection>
      <FormDialog
        area="tasks"
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={t('tasks:log.edit')}
        call={updateProgressLog}
        initial={editing}
        fields={['Name', 'Description', 'ContactType', 'FollowUpDate', 'Status']}
        done="tasks:log.updated"
        failed="tasks:log.updateFailed"
      />
    </Stack>
  )
}

type TableProps = { logs: readonly ProgressLog[]; actions: (log: ProgressLog) => readonly RowAction[] }

const VISIBLE_MAX = 5

/** List of progress logs, newest first, five per page. */
function LogTable({ logs, actions }: TableProps) {
  const t = useT()
  const labels = useLabels('tasks')
  const [page, setPage] = useState(1)
  if (logs.length === 0) return <Muted as="p">{t('tasks:log.empty')}</Muted>
  // The selected page can be empty after the deletion of its last log, so an earlier page is shown.
  const visiblePage = Math.min(page, Math.ceil(logs.length / VISIBLE_MAX))
  return (
    <Stack gap="s">
      <PlainTable label={t('tasks:log.title')}>
        <thead>
          <tr>
            {['Description', 'FollowUpDate', 'Status'].map((field) => (
              <th key={field} scope="col">
                {labels.field(field)}
              </th>
            ))}
            <th scope="col">
              <span className="carat-unseen">{t('tasks:log.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {logs.slice((visiblePage - 1) * VISIBLE_MAX, visiblePage * VISIBLE_MAX).map((log) => (
            <tr key={log.ProgressLogId}>
              {/* The lint rule does not find the text, because it is nested too deep. */}
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
              <td>
                <span className="carat-two-lines">
                  <span>{log.Description}</span>
                  <Muted>
                    {labels.value('ContactType', log.ContactType)} ·{' '}
                    {log.UpdatedByStaffName && (
                      <>
                        <bdi>{formatPersonName(log.UpdatedByStaffName)}</bdi> ·{' '}
                      </>
                    )}
                    {formatShortInstant(log.CreatedAt)}
                  </Muted>
                </span>
              </td>
              <td className="carat-nowrap">{formatDate(log.FollowUpDate)}</td>
              <td>
                <StatusTag quiet area="tasks" status={log.Status} />
              </td>
              <td>
                <RowActions name={log.Description} actions={actions(log)} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        current={visiblePage}
        pageSize={VISIBLE_MAX}
        total={logs.length}
        showSizeChanger={false}
        onChange={setPage}
      />
    </Stack>
  )
}

const fields: readonly FormField<typeof addProgressLog>[] = [
  { name: 'Description', wide: true },
  'ContactType',
  'FollowUpDate',
  'Status',
]

/** Form for a progress log; its text field has the focus except on phones. Ctrl+Enter saves and opens the next task. */
function AddLog({ TaskId, next }: { TaskId: number; next: (() => void) | undefined }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const [opensNext, setOpensNext] = useState(true)
  const hasNextStep = next !== undefined && opensNext
  const phone = useIsPhone()
  useEffect(() => {
    if (phone) return
    const frame = requestAnimationFrame(() => box.current?.querySelector('textarea')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [phone])
  return (
    <div ref={box}>
      <PageSection title={t('tasks:log.add')}>
        <RecordForm
          area="tasks"
          call={addProgressLog}
          dialog
          columns={2}
          fields={fields}
          fixed={{ TaskId }}
          initial={{ ContactType: 'Email', FollowUpDate: businessDate(), Status: 'Active' }}
          submit={hasNextStep ? 'tasks:log.saveNext' : 'kit:verbs.save'}
          done="tasks:log.created"
          failed="tasks:log.createFailed"
          onDone={() => hasNextStep && next()}
        >
          {next && (
            <div className="carat-space-after">
              <Checkbox checked={opensNext} onChange={({ target }) => setOpensNext(target.checked)}>
                {t('tasks:log.goOn')}
              </Checkbox>
            </div>
          )}
        </RecordForm>
      </PageSection>
    </div>
  )
}
