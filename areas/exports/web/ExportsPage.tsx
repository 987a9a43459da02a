import { useEffect } from 'react'
import { formatBytes } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRefetchOnChange } from '#kit/web/renewal.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  CONCURRENT_EXPORTS_MAX,
  cancelExport,
  EXPORT_RETENTION_DAYS,
  type Export,
  ExportFormat,
  ExportStatus,
  listExports,
  runExportAgain,
} from '../contract.ts'
import { fetchExportFile } from './fetch-file.ts'
import { notifyExportOutcome, resumeWatchingExports, watchExportProgress } from './watch-exports.tsx'

const columns: Column<Export>[] = [
  'Title',
  'Format',
  { field: 'Scope', wideOnly: true },
  'Status',
  { field: 'RowsDone', as: 'number' },
  {
    field: 'FileBytes',
    render: ({ FileBytes }) => FileBytes !== null && <span className="carat-figure">{formatBytes(FileBytes)}</span>,
    wideOnly: true,
  },
  'CreatedAt',
  'ExpiresAt',
]
const RENEW_MS = 1_500

/** Page with the user's own exports of the last week, and exports in progress. */
export function ExportsPage() {
  const t = useT()
  const openExports = useOpen()
  const cancel = useCall(cancelExport, {
    done: 'exports:cancelled',
    failed: 'exports:cancelFailed',
  })
  const again = useCall(runExportAgain, {
    failed: 'exports:againFailed',
    onDone: (created) =>
      created.Status === 'Completed' ? notifyExportOutcome(created) : watchExportProgress(created.ExportId),
  })
  useEffect(resumeWatchingExports, [])
  return (
    <Stack>
      {openExports.length > 0 && (
        <Card title={t('exports:running')}>
          <Stack>
            {openExports.map(({ ExportId, FileName, Status, RowsDone, RowsExpected }) => (
              <JobProgress
                key={ExportId}
                label={FileName}
                status={Status as 'Queued' | 'Running'}
                done={RowsDone}
                total={RowsExpected}
                onCancel={() => cancel.mutate({ ExportId })}
              />
            ))}
          </Stack>
        </Card>
      )}
      <Muted as="p">{t('exports:retention', { days: EXPORT_RETENTION_DAYS })}</Muted>
      <ResourceTable
        area="exports"
        list={listExports}
        label={t('exports:mine')}
        rowKey="ExportId"
        columns={columns}
        search={{ Title: 'text', Status: ExportStatus.options, Format: ExportFormat.options }}
        {...(openExports.length > 0 && { refetchInterval: RENEW_MS })}
        actions={(row) => [
          {
            label: t('exports:download'),
            disabled: row.Status !== 'Completed' && t(isOpen(row) ? 'exports:notReady' : 'exports:gone'),
            run: () => fetchExportFile(row.ExportId),
          },
          {
            label: t('exports:again'),
            disabled: isOpen(row) && t('exports:stillRunning'),
            run: () => again.mutateAsync({ ExportId: row.ExportId }),
          },
          isOpen(row) && {
            label: t('exports:cancel'),
            danger: true,
            run: () => cancel.mutateAsync({ ExportId: row.ExportId }),
          },
        ]}
        empty={{ title: t('exports:empty'), hint: t('exports:emptyHint') }}
      />
    </Stack>
  )
}

const isOpen = ({ Status }: Export) => Status === 'Queued' || Status === 'Running'

/** Returns the user's exports in progress. There are at most two, so the newest rows include them. */
function useOpen() {
  // The page polls only while an export is in progress, because an idle page must not keep the session alive.
  const { data } = useRead(
    listExports,
    { Rows: CONCURRENT_EXPORTS_MAX * 5 },
    { refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? RENEW_MS : false) },
  )
  const openExports = data?.rows.filter(isOpen) ?? []
  const names = openExports.map(({ ExportId }) => ExportId).join()
  useRefetchOnChange('export', names)
  return openExports
}
