import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { renew, useRenewal } from '#kit/web/renewal.ts'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useIsPhone } from '#kit/web/useMedia.ts'
import { useRead } from '#kit/web/useRead.ts'
import { knownJoins } from '../contract/known-headers.ts'
import { templateCsv } from '../contract/template.ts'
import {
  dryRunImport,
  IMPORT_FILE_BYTES_MAX,
  ImportKind,
  importStatus,
  listImportRows,
  listImports,
  roleOf,
  runImport,
  type Uploaded,
} from '../contract.ts'
import { FileOptions } from './FileOptions.tsx'
import { mappingOf, type Options, usual } from './options.ts'
import { PastImports } from './PastImports.tsx'
import { ReadOptions } from './ReadOptions.tsx'
import { useTargets } from './targets.ts'
import { failedRowsUrl, uploadFile } from './transfer.ts'
import { useImportWords } from './words.ts'
import { ImportWorkbench } from './workbench/ImportWorkbench.tsx'

const VISIBLE_ROWS = 10

/** Leads have a page of their own. */
const kindsHere: readonly ImportKind[] = ImportKind.options.filter((kind) => kind !== 'leads')

/** A file becomes customers, sales or postcodes; below, what was imported before. */
export function ImportsPage() {
  const t = useT()
  const { has, may, isHQ } = useSession()
  const labels = useLabels('imports')
  const kinds = kindsHere.filter((kind) => has(roleOf[kind]) && (kind !== 'vouchers' || isHQ))
  // Another page may lead here for one kind of file.
  const asked = ImportKind.safeParse(useSearchParams()[0].get('kind')).data
  const [kind, setKind] = useState(asked && kinds.includes(asked) ? asked : kinds[0])
  const heading = useId()
  const phone = useIsPhone()
  const running = useRunning()
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
      <NewImport key={kind} kind={kind} />
      <PageSection title={t('imports:past')} hint={t('imports:pastHint')}>
        <PastImports running={running} />
      </PageSection>
    </Stack>
  )
}

/** Whether anything runs; the list is renewed when that changes, and while it is so. */
export function useRunning() {
  const { data } = useRead(listImports, { Search: { Status: 'Running' }, Rows: 1 }, { refetchInterval: 5_000 })
  const running = (data?.count ?? 0) > 0
  useRenewal('import', running)
  return running
}

/** `onRun`: called when an import has come to its end. */
export function NewImport({ kind, onRun }: { kind: ImportKind; onRun?: (ImportId: string) => void }) {
  const t = useT()
  const client = useQueryClient()
  const words = useImportWords()
  const [options, setOptions] = useState<Options>(usual)
  const [file, setFile] = useState<Uploaded>()
  const columns = file?.Columns ?? []
  const renewed = () => void renew(client, ['import'])

  const targets = useTargets(kind, options)
  return (
    <ImportWorkbench
      kind={kind}
      title={t(`imports:title.${kind}`)}
      targets={targets}
      types={['.csv', '.gz', '.txt', '.xlsx']}
      maxBytes={IMPORT_FILE_BYTES_MAX}
      templateUrl={`data:text/csv;charset=utf-8,${encodeURIComponent(templateCsv(targets))}`}
      upload={async (chosen, onProgress) => {
        const uploaded = await uploadFile(kind, chosen, onProgress)
        const { Encoding: encoding, Delimiter: delimiter, HeaderRow: headerRow, Columns } = uploaded
        setOptions((now) => ({
          ...now,
          format: { ...usual.format, encoding, delimiter, headerRow },
          join: knownJoins(kind, Columns),
        }))
        setFile(uploaded)
        renewed()
        return uploaded
      }}
      blocked={file?.EncodingUnsure ?? false}
      reading={(replace) =>
        file && (
          <ReadOptions
            file={file}
            format={options.format}
            onRead={(read, format) => {
              setOptions((now) => ({ ...now, format, join: knownJoins(kind, read.Columns) }))
              setFile(read)
              replace(read)
            }}
          />
        )
      }
      dryRun={(ImportId, mapping) => call(dryRunImport, { ImportId, Mapping: mappingOf(kind, mapping, options) })}
      run={async (ImportId, mapping) => {
        const input = { ImportId, Mapping: mappingOf(kind, mapping, options) }
        await call(runImport, input, { idempotencyKey: crypto.randomUUID() })
      }}
      status={async (ImportId) => {
        const status = await call(importStatus, { ImportId })
        if (status.Status !== 'Running') renewed()
        if (status.Status === 'Completed') onRun?.(ImportId)
        return { ...status, Step: words.step(status.Step) }
      }}
      rows={async (ImportId) => {
        const of = (Result: 'Failed' | 'Skipped') =>
          call(listImportRows, { Search: { ImportId, Result }, Rows: VISIBLE_ROWS })
        const [failed, skipped] = await Promise.all([of('Failed'), of('Skipped')])
        return [...failed.rows, ...skipped.rows].slice(0, VISIBLE_ROWS)
      }}
      failedRowsUrl={failedRowsUrl}
      {...(kind === 'leads' && { failedRun: 'imports:failedLeads' })}
      reasonText={words.reason}
    >
      <FileOptions kind={kind} fields={targets} columns={columns} options={options} onChange={setOptions} />
    </ImportWorkbench>
  )
}
