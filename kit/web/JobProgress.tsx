import { Button, Progress } from 'antd'
import { useT } from './i18n.ts'
import { Row, Stack } from './Layout.tsx'

type JobStatus = 'Queued' | 'Running' | 'Completed' | 'Failed' | 'Cancelled'

type Props = {
  /** The name of the job: 'Import of sales'. */
  label: string
  status: JobStatus
  done: number
  /** The number of items of the job; null while they are being counted. */
  total: number | null
  /** True if the job completed, but some of its items failed. */
  doubtful?: boolean
  /** The name of the current step. */
  step?: string | null | undefined
  onCancel?: (() => void) | undefined
}

const barStatuses = {
  Queued: 'normal',
  Running: 'active',
  Completed: 'success',
  Failed: 'exception',
  Cancelled: 'exception',
} as const

/** Shows the progress of a job as a bar, as figures and as text. */
export function JobProgress({ label, status, done, total, doubtful = false, step, onCancel }: Props) {
  const t = useT()
  const running = status === 'Queued' || status === 'Running'
  // Limits the progress to 99 % until the job has completed.
  const percent = status === 'Completed' ? 100 : total ? Math.min(99, Math.floor((done / total) * 100)) : 0
  const figures =
    total === null
      ? t('kit:job.count', { done: figure(done) })
      : t('kit:job.progress', { done: figure(done), total: figure(total) })
  return (
    <Stack gap="xs">
      <Row justify="spread">
        <strong>{label}</strong>
        <span className="carat-figure">
          {t(`kit:job.${status}`)} · {figures}
        </span>
      </Row>
      <Progress
        percent={percent}
        status={doubtful ? 'normal' : barStatuses[status]}
        {...(doubtful && { strokeColor: 'var(--ant-color-warning)' })}
        showInfo={total !== null}
        aria-label={label}
      />
      {running && (
        <Row justify="spread" style={{ minHeight: 24 }}>
          <span className="carat-state-hint">{step}</span>
          {onCancel && (
            <Button size="small" danger onClick={onCancel}>
              {t('kit:job.cancel')}
            </Button>
          )}
        </Row>
      )}
      {/* Announces only the status and every tenth percent, so that screen readers do not speak all the time. */}
      <span role="status" className="carat-unseen">
        {running ? `${label}: ${Math.floor(percent / 10) * 10}%` : `${label}: ${t(`kit:job.${status}`)}`}
      </span>
    </Stack>
  )
}

const figure = (number: number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, ',')
