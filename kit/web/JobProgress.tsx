import { Button, Flex, Progress } from 'antd'
import { useT } from './i18n.ts'

export type JobStatus = 'Queued' | 'Running' | 'Completed' | 'Failed' | 'Cancelled'

type Props = {
  /** What is running: 'Import of sales'. */
  label: string
  status: JobStatus
  done: number
  /** Unknown while the work is still being counted. */
  total: number | null
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
export function JobProgress({ label, status, done, total, step, onCancel }: Props) {
  const t = useT()
  const running = status === 'Queued' || status === 'Running'
  // A bar that says 100 while work goes on is not believed a second time.
  const percent = status === 'Completed' ? 100 : total ? Math.min(99, Math.floor((done / total) * 100)) : 0
  const figures =
    total === null
      ? t('kit:job.count', { done: figure(done) })
      : t('kit:job.progress', { done: figure(done), total: figure(total) })
  return (
    <Flex vertical gap={4}>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <strong>{label}</strong>
        <span className="carat-figure">
          {t(`kit:job.${status}`)} · {figures}
        </span>
      </Flex>
      <Progress percent={percent} status={looks[status]} showInfo={total !== null} aria-label={label} />
      <Flex justify="space-between" align="center" gap={8} style={{ minHeight: 24 }}>
        <span className="carat-state-hint">{running && step}</span>
        {running && onCancel && (
          <Button size="small" danger onClick={onCancel}>
            {t('kit:job.cancel')}
          </Button>
        )}
      </Flex>
      {/* Every percent would be a chatter; the ear is told the state and every tenth. */}
      <span role="status" className="carat-unseen">
        {running ? `${label}: ${Math.floor(percent / 10) * 10}%` : `${label}: ${t(`kit:job.${status}`)}`}
      </span>
    </Flex>
  )
}

const figure = (number: number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, ',')
