import { Button, Progress } from 'antd'
import { useT } from './i18n.ts'
import { Row, Stack } from './Layout.tsx'

type JobStatus = 'Queued' | 'Running' | 'Completed' | 'Failed' | 'Cancelled'

type Props = {
  /** What is running: 'Import of sales'. */
  label: string
  status: JobStatus
  done: number
  /** Unknown while the work is still being counted. */
  total: number | null
  /** It came to its end, but not all of it succeeded. */
  doubtful?: boolean
  /** What it is doing right now. */
  step?: string | null | undefined
  onCancel?: (() => void) | undefined
}

const looks = {
  Queued: 'normal',
  Running: 'active',
  Completed: 'success',
  Failed: 'exception',
  Cancelled: 'exception',
} as const

/** How far a long piece of work is, in a bar, in numbers and in words. */
export function JobProgress({ label, status, done, total, doubtful = false, step, onCancel }: Props) {
  const t = useT()
  const running = status === 'Queued' || status === 'Running'
  // A bar that says 100 while work goes on is not believed a second time.
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
        status={doubtful ? 'normal' : looks[status]}
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
      {/* Every percent would be a chatter; the ear hears the state and every tenth. */}
      <span role="status" className="carat-unseen">
        {running ? `${label}: ${Math.floor(percent / 10) * 10}%` : `${label}: ${t(`kit:job.${status}`)}`}
      </span>
    </Stack>
  )
}

const figure = (number: number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, ',')
