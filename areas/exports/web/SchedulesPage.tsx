import { useState } from 'react'
import { shortenPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { currentLanguage, type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Muted, TwoLineText } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRefetchOnChange } from '#kit/web/renewal.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  deleteSchedule,
  EXPORT_SCHEDULES_MAX,
  listSchedules,
  pauseSchedule,
  restoreSchedule,
  resumeSchedule,
  type Schedule,
  ScheduleStatus,
  sendScheduleNow,
  updateSchedule,
} from '../contract/schedules.ts'
import { describeCron } from './cron-words.ts'
import { ScheduleSendsDrawer, SENDS_REFETCH_MS, SendFailureReason } from './ScheduleSends.tsx'
import { createScheduleFields } from './schedules-form.tsx'

const columnsOf = (t: TranslateFunction): Column<Schedule>[] => [
  { field: 'Title', title: 'exports:fields.Subject' },
  { field: 'Cron', render: ({ Cron }) => describeCron(t, Cron, currentLanguage()) },
  { field: 'Names', render: ({ Names }) => <bdi>{Names.map(shortenPersonName).join(listSeparator())}</bdi> },
  { field: 'Period', wideOnly: true },
  { field: 'Format', wideOnly: true },
  { field: 'Status', render: (row) => <ScheduleStatusCell {...row} /> },
  'NextRunAt',
  {
    field: 'LastRunAt',
    wideOnly: true,
    render: ({ LastRunAt }) =>
      LastRunAt === null ? <Muted>{t('exports:noRuns')}</Muted> : <ShortInstant value={LastRunAt} />,
  },
]

/** Shows the status of a schedule, with the reason if the system has paused the schedule. */
function ScheduleStatusCell(row: Schedule) {
  const tag = <StatusTag status={row.Status} area="exports" field="Status" />
  return row.Message ? <TwoLineText second={<SendFailureReason {...row} />}>{tag}</TwoLineText> : tag
}

/** The page with the user's own scheduled reports: times, recipients and past runs. */
export function SchedulesPage() {
  const t = useT()
  const [edited, setEdited] = useState<Schedule>()
  const [schedule, setSchedule] = useState<Schedule>()
  const acts = useActs()
  const dueSchedules = useHasDueSchedules()
  return (
    <>
      <ResourceTable
        area="exports"
        list={listSchedules}
        label={t('exports:screens.schedules')}
        rowKey="ScheduleId"
        {...(dueSchedules && { refetchInterval: SENDS_REFETCH_MS })}
        rowName={({ Title }) => Title}
        columns={columnsOf(t)}
        search={{ Title: { kind: 'text', label: 'exports:fields.Subject' }, Status: ScheduleStatus.options }}
        actions={(row) => [
          { label: t('kit:verbs.edit'), run: () => setEdited(row) },
          {
            label: t('exports:sendNow'),
            disabled: row.Status === 'Paused' && t('exports:isPaused'),
            run: () => acts.send(row),
          },
          { label: t('exports:lastRuns'), run: () => setSchedule(row) },
          row.Status === 'Active'
            ? { label: t('exports:pause'), run: () => acts.pause(row) }
            : { label: t('exports:resume'), run: () => acts.resume(row) },
          {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('exports:deleteSchedule', { name: row.Title }),
            run: () => acts.remove(row),
          },
        ]}
        empty={{ title: t('exports:noSchedules'), hint: t('exports:noSchedulesHint') }}
      />
      <FormDialog
        area="exports"
        open={edited !== undefined}
        title={t('exports:scheduleEdit')}
        call={updateSchedule}
        initial={edited}
        fields={createScheduleFields({ path: edited?.Path ?? '', dated: edited?.Period !== null })}
        done="exports:scheduled"
        failed="exports:scheduleFailed"
        onClose={() => setEdited(undefined)}
      />
      <ScheduleSendsDrawer of={schedule} onClose={() => setSchedule(undefined)} />
    </>
  )
}

/** Returns true while a run of a schedule is due. The page polls only during this time. */
function useHasDueSchedules() {
  const { data } = useRead(
    listSchedules,
    { Rows: EXPORT_SCHEDULES_MAX },
    { refetchInterval: ({ state }) => (state.data?.rows.some(isDue) ? SENDS_REFETCH_MS : false) },
  )
  const dueSchedules = data?.rows.filter(isDue).map(({ ScheduleId }) => ScheduleId) ?? []
  useRefetchOnChange('schedule', dueSchedules.join())
  return dueSchedules.length > 0
}
const isDue = ({ DueYN }: Schedule) => DueYN === 'Y'

function useActs() {
  const failed = 'exports:scheduleFailed' as const
  const pause = useCall(pauseSchedule, { done: 'exports:schedulePaused', failed })
  const resume = useCall(resumeSchedule, { done: 'exports:scheduleResumed', failed })
  const send = useCall(sendScheduleNow, { done: 'exports:scheduleSent', failed })
  const remove = useCall(deleteSchedule, {
    done: 'exports:scheduleDeleted',
    failed,
    undo: ({ ScheduleId }) => call(restoreSchedule, { ScheduleId }),
  })
  return {
    pause: ({ ScheduleId }: Schedule) => pause.mutateAsync({ ScheduleId }),
    resume: ({ ScheduleId }: Schedule) => resume.mutateAsync({ ScheduleId }),
    send: ({ ScheduleId }: Schedule) => send.mutateAsync({ ScheduleId }),
    remove: ({ ScheduleId }: Schedule) => remove.mutateAsync({ ScheduleId }),
  }
}
