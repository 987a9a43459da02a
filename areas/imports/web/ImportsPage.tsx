import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { refetchRowKinds, useRefetchOnChange } from '#kit/web/renewal.ts'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useIsPhone } from '#kit/web/useMedia.ts'
import { useRead } from '#kit/web/useRead.ts'
import { findKnownColumnJoins } from '../contract/known-headers.ts'
import { createTemplateCsv } from '../contract/template.ts'
import {
  dryRunImport,
  IMPORT_FILE_BYTES_MAX,
  ImportKind,
  importRoleByKind,
  importStatus,
  listImportRows,
  listImports,
  runImport,
  type UploadedImport,
} from '../contract.ts'
import { ImportFileOptions } from './FileOptions.tsx'
import { buildImportMapping, defaultImportOptions, type ImportOptions } from './options.ts'
import { PastImports } from './PastImports.tsx'
import { FileFormatOptions } from './ReadOptions.tsx'
import { useImportTargets } from './targets.ts'
import { failedImportRowsUrl, uploadImportFile } from './transfer.ts'
import { useImportWords } from './words.ts'
import { ImportWorkbench } from './workbench/ImportWorkbench.tsx'

const VISIBLE_ROWS = 10

/** Files of leads are imported on their own page. */
const kindsHere: readonly ImportKind[] = ImportKind.options.filter((kind) => kind !== 'leads')

/** The page that imports customers, sales, postcodes and more, with the list of past imports. */
export function ImportsPage() {
  const t = useT()
  const { has, may, isHQ } = useSession()
  const labels = useLabels('imports')
  const kinds = kindsHere.filter((kind) => has(importRoleByKind[kind]) && (kind !== 'vouchers' || isHQ))
  // A link from another page may select the kind of import.
  const requestedKind = ImportKind.safeParse(useSearchParams()[0].get('kind')).data
  const [kind, setKind] = useState(requestedKind && kinds.includes(requestedKind) ? requestedKind : kinds[0])
  const heading = useId()
  const phone = useIsPhone()
  const running = useIsImportRunning()
  if (!kind || !may('Import Data')) return <ForbiddenState />
  return (
    <Stack>
      <Card>
        <Stack gap="xs">
          <span id={heading}>{t('imports:kind')}</span>
          <span>
            <Segmented
              aria-labelledby={heading}
              vertical={phone}
              block={phone}
              value={kind}
              onChange={setKind}
              options={kinds.map((value) => ({ value, label: labels.value('Kind', value) }))}
            />
          </span>
        </Stack>
      </Card>
      <NewImportForm key={kind} kind={kind} />
      <PageSection title={t('imports:past')} hint={t('imports:pastHint')}>
        <PastImports running={running} />
      </PageSection>
    </Stack>
  )
}

/** True if an import is running. Refetches the list of imports when an import starts or ends. */
export function useIsImportRunning() {
  const { data } = useRead(listImports, { Search: { Status: 'Running' }, Rows: 1 }, { refetchInterval: 5_000 })
  const running = (data?.count ?? 0) > 0
  useRefetchOnChange('import', running)
  return running
}

/** `onRun` is called when an import has ended. */
export function NewImportForm({ kind, onRun }: { kind: ImportKind; onRun?: (ImportId: string) => void }) {
  const t = useT()
  const client = useQueryClient()
  const words = useImportWords()
  const [options, setOptions] = useState<ImportOptions>(defaultImportOptions)
  const [file, setFile] = useState<UploadedImport>()
  const columns = file?.Columns ?? []
  const refreshList = () => void refetchRowKinds(client, ['import'])

  const targets = useImportTargets(kind, options)
  return (
    <ImportWorkbench
      kind={kind}
      title={t(`imports:title.${kind}`)}
      targets={targets}
      types={['.csv', '.gz', '.txt', '.xlsx']}
      maxBytes={IMPORT_FILE_BYTES_MAX}
      templateUrl={`data:text/csv;charset=utf-8,${encodeURIComponent(createTemplateCsv(targets))}`}
      upload={async (selectedFile, onProgress) => {
        const uploaded = await uploadImportFile(kind, selectedFile, onProgress)
        const { Encoding: encoding, Delimiter: delimiter, HeaderRow: headerRow, Columns } = uploaded
        setOptions((now) => ({
          ...now,
          format: { ...defaultImportOptions.format, encoding, delimiter, headerRow },
          join: findKnownColumnJoins(kind, Columns),
        }))
        setFile(uploaded)
        refreshList()
        return uploaded
      }}
      blocked={file?.EncodingUnsure ?? false}
      reading={(replace) =>
        file && (
          <FileFormatOptions
            file={file}
            format={options.format}
            onRead={(read, format) => {
              setOptions((now) => ({ ...now, format, join: findKnownColumnJoins(kind, read.Columns) }))
              setFile(read)
              replace(read)
            }}
          />
        )
      }
      dryRun={(ImportId, mapping) =>
        call(dryRunImport, { ImportId, Mapping: buildImportMapping(kind, mapping, options) })
      }
      run={async (ImportId, mapping) => {
        const input = { ImportId, Mapping: buildImportMapping(kind, mapping, options) }
        await call(runImport, input, { idempotencyKey: crypto.randomUUID() })
      }}
      status={async (ImportId) => {
        const status = await call(importStatus, { ImportId })
        if (status.Status !== 'Running') refreshList()
        if (status.Status === 'Completed') onRun?.(ImportId)
        return { ...status, Step: words.step(status.Step) }
      }}
      rows={async (ImportId) => {
        const rowsWith = (Result: 'Failed' | 'Skipped') =>
          call(listImportRows, { Search: { ImportId, Result }, Rows: VISIBLE_ROWS })
        const [failed, skipped] = await Promise.all([rowsWith('Failed'), rowsWith('Skipped')])
        return [...failed.rows, ...skipped.rows].slice(0, VISIBLE_ROWS)
      }}
      failedRowsUrl={failedImportRowsUrl}
      {...(kind === 'leads' && { failedRun: 'imports:failedLeads' })}
      reasonText={words.reason}
    >
      <ImportFileOptions kind={kind} fields={targets} columns={columns} options={options} onChange={setOptions} />
    </ImportWorkbench>
  )
}
