import { Modal } from 'antd'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRenewal } from '#kit/web/renewal.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listSends, type Schedule, type ScheduleSend, SendOutcome } from '../contract/schedules.ts'

const columns: Column<ScheduleSend>[] = [
  'Name',
  'DueAt',
  { field: 'Outcome', as: 'status' },
  { field: 'RowsDone', as: 'number' },
  'SentAt',
  { field: 'Message', render: (send) => <Why {...send} /> },
]

/** What went wrong, in the reader's language where it is a sentence of ours; a mail server's as it was said. */
export function Why({ Message, MessageCode }: Pick<Schedule, 'Message' | 'MessageCode'>) {
  if (Message === null) return null
  return errorText(new CallError(409, { code: MessageCode ?? '', message: Message })).description
}

export const RENEW_MS = 1_500
/** So often is it asked what became of a run: a mail server that is away may keep it for hours. */
const ASKED_MOST = 40

/** Whether the latest run is still on its way. */
function useOnTheWay(ScheduleId: number | undefined) {
  const { data } = useRead(
    listSends,
    { ScheduleId: ScheduleId ?? 0 },
    {
      enabled: ScheduleId !== undefined,
      refetchInterval: ({ state }) =>
        state.data?.rows.some(isOnTheWay) && state.dataUpdateCount < ASKED_MOST ? RENEW_MS : false,
    },
  )
  const onTheWay = data?.rows.some(isOnTheWay) ?? false
  useRenewal('schedule', onTheWay)
  return onTheWay
}
const isOnTheWay = ({ Outcome }: ScheduleSend) => Outcome === 'Preparing' || Outcome === 'Queued'

/** What became of each run, for each person. */
export function ScheduleSends({ of, onClose }: { of: Schedule | undefined; onClose: () => void }) {
  const t = useT()
  const onTheWay = useOnTheWay(of?.ScheduleId)
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
          list={listSends}
          label={t('exports:lastRuns')}
          rowKey="SendId"
          {...(onTheWay && { refetchInterval: RENEW_MS })}
          input={{ ScheduleId: of.ScheduleId }}
          columns={columns}
          search={{ Outcome: SendOutcome.options }}
          empty={{ title: t('exports:noRuns') }}
        />
      )}
    </Modal>
  )
}
