import { Alert } from 'antd'
import { call } from '#kit/web/call.ts'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  getImport,
  type ImportJob,
  ImportKind,
  ImportStatus,
  listImportRows,
  listImports,
  runImport,
} from '../contract.ts'
import { toMappingInput } from './options.ts'
import { failedImportRowsUrl } from './transfer.ts'
import { useImportWords } from './words.ts'
import { ImportReasons } from './workbench/ImportOutcome.tsx'

const VISIBLE_ROWS = 10
const RENEW_MS = 3_000

/** True if the import has run. Other imports have no numbers of rows. */
const wasRun = ({ Status }: ImportJob) => Status !== 'Uploaded' && Status !== 'Cancelled'
const count = (field: 'Read' | 'Created' | 'Skipped'): Column<ImportJob> => ({
  field,
  render: (job) => <span className="carat-figure">{wasRun(job) ? formatPoints(job[field]) : '–'}</span>,
})

/** Returns the status to display: a completed run in which no row succeeded is shown as a failure. */
const displayedStatus = ({ Status, Level, Failed }: ImportJob) =>
  Status !== 'Completed' || Level === 'success'
    ? Status
    : Failed > 0 && Level === 'failed'
      ? 'NoneSucceeded'
      : 'Warning'

const columns: Column<ImportJob>[] = [
  'FileName',
  'Kind',
  { field: 'Status', render: (job) => <StatusTag area="imports" status={displayedStatus(job)} /> },
  count('Read'),
  count('Created'),
  count('Skipped'),
  { field: 'Failed', render: (job) => <FailedCount job={job} /> },
  'CreatedAt',
  'CreatedBy',
]

type Props = {
  running: boolean
  /** True to list only the imports of leads. */
  leads?: true
  /** Called to show the results of every row of an import. */
  onRows?: (ImportId: string) => void
}

/** The list of past imports with their results. */
export function PastImports({ running, leads, onRows }: Props) {
  const t = useT()
  const again = useCall(runImport, {
    done: 'imports:againStarted',
    failed: 'imports:workbench.failedRun',
  })
  return (
    <ResourceTable
      area="imports"
      list={listImports}
      label={t('imports:past')}
      rowKey="ImportId"
      columns={leads ? columns.filter((column) => column !== 'Kind') : columns}
      {...(leads && { input: { Search: { Kind: 'leads' as const } } })}
      search={{
        FileName: 'text',
        ...(!leads && { Kind: ImportKind.options }),
        Status: ImportStatus.shape.Status.options,
      }}
      {...(running && { refetchInterval: RENEW_MS })}
      expand={(job) => <Outcome job={job} />}
      actions={(job) => [
        onRows && wasRun(job) && { label: t('imports:rows.show'), run: () => onRows(job.ImportId) },
        job.Failed > 0 && {
          label: t('imports:workbench.download'),
          run: () => window.location.assign(failedImportRowsUrl(job.ImportId)),
        },
        {
          label: t('kit:verbs.runAgain'),
          disabled: job.Status !== 'Failed' && t('imports:againOnly'),
          run: async () => {
            const { Mapping } = await call(getImport, { ImportId: job.ImportId })
            await again.mutateAsync({ ImportId: job.ImportId, Mapping: toMappingInput(Mapping) })
          },
        },
      ]}
      empty={{ title: t('imports:empty'), hint: t('imports:emptyHint') }}
    />
  )
}

function FailedCount({ job }: { job: ImportJob }) {
  const t = useT()
  if (job.Failed === 0) return <span className="carat-figure">{wasRun(job) ? 0 : '–'}</span>
  return (
    <a
      className="carat-figure"
      href={failedImportRowsUrl(job.ImportId)}
      download
      title={t('imports:workbench.download')}
    >
      {job.Failed}
    </a>
  )
}

/** Shows the totals of an import and its first failed rows. */
function Outcome({ job: { ImportId, Failed, Message } }: { job: ImportJob }) {
  const t = useT()
  const words = useImportWords()
  const { data, error, refetch } = useRead(getImport, { ImportId })
  const rows = useRead(
    listImportRows,
    { Search: { ImportId, Result: 'Failed' }, Rows: VISIBLE_ROWS },
    { enabled: Failed > 0 },
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={2} />
  const figures = Object.entries(data.Figures ?? {})
  return (
    <Stack>
      {Message && <Alert type="error" showIcon title={Message} />}
      {figures.length === 0 && !Message && <span className="carat-state-hint">{t('imports:noFigures')}</span>}
      <LabelledFacts items={figures.map(([name, value]) => ({ label: words.figure(name), value: `${value}` }))} />
      <ImportReasons rows={rows.data?.rows ?? []} labelOf={words.field} reasonText={words.reason} />
      {Failed > VISIBLE_ROWS && (
        <span className="carat-state-hint">{t('imports:moreFailed', { shown: VISIBLE_ROWS, count: Failed })}</span>
      )}
    </Stack>
  )
}
