import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { customerFields } from '#areas/customers/contract/customer-fields.ts'
import { call } from '#kit/web/call.ts'
import { ImportWorkbench } from '#kit/web/ImportWorkbench.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useProvided } from '#kit/web/provided.ts'
import { renew, useRenewal } from '#kit/web/renewal.ts'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useIsPhone } from '#kit/web/useMedia.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type TargetField, targetFields } from '../contract/mapping.ts'
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
} from '../contract.ts'
import { FileOptions } from './FileOptions.tsx'
import { defaultsOf, mappingOf, type Options, usual } from './options.ts'
import { PastImports } from './PastImports.tsx'
import { failedRowsUrl, uploadFile } from './transfer.ts'
import { useImportWords } from './words.ts'

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
  const labels = useLabels('imports')
  const ofCustomers = useLabels('customers')
  const words = useImportWords()
  const own = useProvided().customFields.useFields('Customer')
  const [options, setOptions] = useState<Options>(usual)
  const [columns, setColumns] = useState<readonly string[]>([])
  const renewed = () => void renew(client, ['import'])

  const targets = useMemo(() => {
    const defaults = defaultsOf(kind, options)
    const known = Object.entries<TargetField>(targetFields[kind]).map(([field, { required, or, example }]) => ({
      field,
      required: required && !(field in defaults),
      or,
      // What a file brings of a customer has the name that the customer's page gives it.
      label: (field in customerFields ? ofCustomers : labels).field(field),
      example,
    }))
    if (kind !== 'customers' && kind !== 'leads') return known
    // What the company added to customers is read from files of them, by the name that it has on their page.
    const added = own.map(({ name, title = name, choices }) => ({
      field: name,
      required: false,
      label: title,
      example: Array.isArray(choices) ? firstOf(choices) : '',
    }))
    return [...known, ...added]
  }, [kind, options, labels, ofCustomers, own])

  return (
    <ImportWorkbench
      kind={kind}
      title={t(`imports:title.${kind}`)}
      targets={targets}
      types={kind === 'vouchers' || kind === 'leads' ? ['.csv', '.gz', '.txt', '.xlsx'] : ['.csv', '.gz', '.txt']}
      maxBytes={IMPORT_FILE_BYTES_MAX}
      templateUrl={`data:text/csv;charset=utf-8,${encodeURIComponent(templateCsv(targets))}`}
      upload={async (file, onProgress) => {
        const { Encoding, Delimiter, ...uploaded } = await uploadFile(kind, file, onProgress)
        setOptions((now) => ({ ...now, encoding: Encoding, delimiter: Delimiter }))
        setColumns(uploaded.Columns)
        renewed()
        return uploaded
      }}
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
      <FileOptions kind={kind} columns={columns} options={options} onChange={setOptions} />
    </ImportWorkbench>
  )
}

const firstOf = (choices: readonly unknown[]) => {
  const [first] = choices
  return typeof first === 'object' && first !== null && 'value' in first ? `${first.value}` : ''
}
