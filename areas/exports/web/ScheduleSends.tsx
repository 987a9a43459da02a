import { Modal } from 'antd'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRefetchOnChange } from '#kit/web/renewal.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listScheduleSends, type Schedule, type ScheduleSend, SendOutcome } from '../contract/schedules.ts'

const columns: Column<ScheduleSend>[] = [
  'Name',
  'DueAt',
  { field: 'Outcome', as: 'status' },
  { field: 'RowsDone', as: 'number' },
  'SentAt',
  { field: 'Message', render: (send) => <SendFailureReason {...send} /> },
]

/** Returns the reason of a failed run, translated if it has a code. Messages of mail servers are shown as received. */
export function SendFailureReason({ Message, MessageCode }: Pick<Schedule, 'Message' | 'MessageCode'>) {
  if (Message === null) return null
  return errorText(new CallError(409, { code: MessageCode ?? '', message: Message })).description
}

export const SENDS_REFETCH_MS = 1_500
/** The maximum number of polls for the result of a run, because an unavailable mail server can delay it for hours. */
const POLLS_MAX = 40

/** Returns true if the latest run of the schedule is still in progress. */
function useRunInProgress(ScheduleId: number | undefined) {
  const { data } = useRead(
    listScheduleSends,
    { ScheduleId: ScheduleId ?? 0 },
    {
      enabled: ScheduleId !== undefined,
      refetchInterval: ({ state }) =>
        state.data?.rows.some(isInProgress) && state.dataUpdateCount < POLLS_MAX ? SENDS_REFETCH_MS : false,
    },
  )
  const inProgress = data?.rows.some(isInProgress) ?? false
  useRefetchOnChange('schedule', inProgress)
  return inProgress
}
const isInProgress = ({ Outcome }: ScheduleSend) => Outcome === 'Preparing' || Outcome === 'Queued'

/** The dialog with the result of each run of a schedule for each recipient. */
export function ScheduleSendsDrawer({ of, onClose }: { of: Schedule | undefined; onClose: () => void }) {
  const t = useT()
  const inProgress = useRunInProgress(of?.ScheduleId)
  return (
    <Modal
      open={of !== undefined}
      width={960}
      title={t('exports:runsOf', { name: of?.Title ?? '' })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {of && (
        <ResourceTable
          area="exports"
          name="runs"
          list={listScheduleSends}
          label={t('exports:lastRuns')}
          rowKey="SendId"
          {...(inProgress && { refetchInterval: SENDS_REFETCH_MS })}
          input={{ ScheduleId: of.ScheduleId }}
          columns={columns}
          search={{ Outcome: SendOutcome.options }}
          empty={{ title: t('exports:noRuns') }}
        />
      )}
    </Modal>
  )
}
