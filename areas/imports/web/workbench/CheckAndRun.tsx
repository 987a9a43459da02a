import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { DownloadIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { ImportCounts, ImportReasons } from './ImportOutcome.tsx'
import type { ImportMapping, ImportResult, ImportRow, ImportStatus } from './types.ts'

const POLL_MS = 1000

export type ImportRunProps = {
  /** The name of the import job, for the progress bar. */
  title: string
  dryRun: (id: string, mapping: ImportMapping) => Promise<ImportResult>
  run: (id: string, mapping: ImportMapping) => Promise<void>
  status: (id: string) => Promise<ImportStatus>
  failedRowsUrl: (id: string) => string
  /** Loads the skipped and failed rows, which the page shows after the run. */
  rows?: (id: string) => Promise<readonly ImportRow[]>
  /** The title of the error if the run cannot be started. */
  failedRun?: TextKey
  onCancel?: (id: string) => void
  reasonText: (fault: Pick<ImportRow, 'Reason' | 'Field' | 'Value'>) => string
  labelOf: (field: string) => string
}

type Props = ImportRunProps & { id: string; mapping: ImportMapping; onBack: () => void; onAgain: () => void }

/** Step 3 of an import: the dry run, then the run, then its result. */
export function CheckAndRunImport(props: Props) {
  const { id, mapping, dryRun, run, onBack } = props
  const t = useT()
  const check = useQuery({
    queryKey: ['kit.import.check', id, mapping],
    queryFn: () => dryRun(id, mapping),
    staleTime: Number.POSITIVE_INFINITY,
    // The result of the dry run is not cached, because the mapping may have changed since the last visit of this step.
    gcTime: 0,
    retry: false,
  })
  const start = useMutation({ mutationFn: () => run(id, mapping) })

  if (start.isSuccess) return <Running {...props} onRetry={() => start.mutate()} />
  return (
    <Stack>
      {check.isPending && <LoadingState rows={3} />}
      {check.error && (
        <ErrorState
          error={check.error}
          title={t('imports:workbench.failedCheck')}
          onRetry={() => void check.refetch()}
        />
      )}
      {check.data && (
        <>
          <div role="status">{t('imports:workbench.checked')}</div>
          <ImportCounts counts={check.data} />
          {check.data.Created === 0 && (
            <Alert
              type="warning"
              showIcon
              role="status"
              title={t(check.data.Failed > 0 ? 'imports:workbench.allWouldFail' : 'imports:workbench.nothingNew')}
            />
          )}
          <ImportReasons rows={check.data.Examples} labelOf={props.labelOf} reasonText={props.reasonText} />
        </>
      )}
      {start.error && <ErrorState error={start.error} title={t(props.failedRun ?? 'imports:workbench.failedRun')} />}
      <Row>
        <Button
          type={check.data?.Created === 0 ? 'default' : 'primary'}
          disabled={!check.data || check.data.Created === 0}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {t('imports:workbench.run')}
        </Button>
        <Button type={check.data?.Created === 0 ? 'primary' : 'default'} onClick={onBack} disabled={start.isPending}>
          {t('kit:verbs.back')}
        </Button>
      </Row>
    </Stack>
  )
}

function Running({
  id,
  title,
  status,
  failedRowsUrl,
  rows,
  onCancel,
  onAgain,
  onBack,
  onRetry,
  labelOf,
  reasonText,
}: Props & { onRetry: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['kit.import.status', id],
    queryFn: () => status(id),
    refetchInterval: ({ state }) => (isEnded(state.data) ? false : POLL_MS),
    gcTime: 0,
  })
  const hasEnded = isEnded(data)
  const reasons = useQuery({
    queryKey: ['kit.import.rows', id],
    queryFn: () => rows?.(id) ?? [],
    enabled: hasEnded && rows !== undefined && data !== undefined && data.Failed + data.Skipped > 0,
    gcTime: 0,
  })
  if (error && !data)
    return <ErrorState error={error} title={t('imports:workbench.failedStatus')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  return (
    <Stack>
      <JobProgress
        label={title}
        status={data.Status === 'Uploaded' ? 'Queued' : data.Level === 'failed' ? 'Failed' : data.Status}
        doubtful={data.Level === 'warning'}
        done={data.Read}
        total={data.Total}
        step={data.Step}
        onCancel={onCancel && (() => onCancel(id))}
      />
      {data.Status === 'Completed' && <ResultAlert status={data} />}
      {(data.Status === 'Failed' || data.Status === 'Cancelled') && (
        <Alert type="error" showIcon role="alert" title={t('imports:workbench.stopped')} description={data.Message} />
      )}
      <ImportCounts counts={data} />
      <ImportReasons rows={reasons.data ?? []} labelOf={labelOf} reasonText={reasonText} />
      {hasEnded && (
        <Row>
          {data.Failed > 0 && (
            <Button type="primary" icon={<DownloadIcon aria-hidden />} href={failedRowsUrl(id)} download>
              {t('imports:workbench.download')}
            </Button>
          )}
          {data.Status !== 'Completed' && <Button onClick={onRetry}>{t('kit:verbs.runAgain')}</Button>}
          {data.Status !== 'Completed' && <Button onClick={onBack}>{t('kit:verbs.back')}</Button>}
          <Button type={data.Failed > 0 ? 'default' : 'primary'} onClick={onAgain}>
            {t('imports:workbench.again')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

/** Returns the message about the result: success only if no row failed. */
function ResultAlert({ status: { Level, Created, Failed } }: { status: ImportStatus }) {
  const t = useT()
  const title = t('imports:workbench.done', { n: Created })
  if (Level === 'failed') {
    const message = t('imports:workbench.allFailed', { failed: Failed })
    return <Alert type="error" showIcon role="alert" title={message} description={title} />
  }
  if (Created === 0)
    return <Alert type="warning" showIcon role="status" title={t('imports:workbench.nothingNew')} description={title} />
  if (Level === 'success') return <Alert type="success" showIcon role="status" title={title} />
  const failedText = t('imports:workbench.someFailed', { failed: Failed })
  return <Alert type="warning" showIcon role="status" title={title} description={failedText} />
}

const isEnded = (status: ImportStatus | undefined) =>
  status !== undefined && status.Status !== 'Running' && status.Status !== 'Uploaded'
