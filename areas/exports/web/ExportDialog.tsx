import { Alert, Button, Form, Input, Modal, Radio, Segmented } from 'antd'
import { useRef, useState } from 'react'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { CallError, call } from '#kit/web/call.ts'
import { listSeparator } from '#kit/web/format.ts'
import { currentLanguage, errorText, useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { notify } from '#kit/web/notify.tsx'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import {
  addExport,
  EXPORT_ROWS_WITHOUT_REASON_MAX,
  type Export,
  ExportFormat,
  type ExportScope,
  PDF_EXPORT_ROWS_MAX,
} from '../contract.ts'
import { fetchExportFile } from './fetch-file.ts'
import { notifyExportOutcome, watchExportProgress } from './watch-exports.tsx'
import { describeExportFilters, listExportTotals, toExportColumns, useRowCountText } from './words.ts'

const REASON_MAX = 500
const FORMAT_KEY = 'carat.exportFormat'

/** The dialog in which the user chooses the rows and the file format of an export. */
export function ExportDialog({ info, onClose }: { info: ListExportInfo; onClose: () => void }) {
  const t = useT()
  const rowsText = useRowCountText()
  const choices = scopesOf(info)
  const [scope, setScope] = useState<ExportScope>(choices[0]!.scope)
  const [selectedFormat, setFormat] = useState<ExportFormat>(
    () => ExportFormat.options.find((option) => option === localStorage.getItem(FORMAT_KEY)) ?? 'XLSX',
  )
  const [reason, setReason] = useState('')
  const { run, running, error, reasonRequired } = useExport(info, onClose)
  const { rows, isEstimate } = choices.find((choice) => choice.scope === scope) ?? choices[0]!
  const fitsPdf = rows <= PDF_EXPORT_ROWS_MAX
  const format = selectedFormat === 'PDF' && !fitsPdf ? 'XLSX' : selectedFormat
  const needsReason = reasonRequired || rows > EXPORT_ROWS_WITHOUT_REASON_MAX
  const ready = !needsReason || reason.trim() !== ''

  const start = () => {
    if (!ready || running) return
    localStorage.setItem(FORMAT_KEY, format)
    void run({ scope, format, reason: reason.trim() })
  }
  return (
    <Modal
      open
      width={520}
      title={t('exports:title', { list: info.label })}
      onCancel={running ? () => {} : onClose}
      afterOpenChange={(opened) => {
        if (opened && !needsReason) document.querySelector<HTMLElement>('.exports-run')?.focus()
      }}
      footer={
        <Row justify="end">
          <Button onClick={onClose} disabled={running}>
            {t('kit:verbs.cancel')}
          </Button>
          <Button type="primary" disabled={!ready} loading={running} onClick={start}>
            {t('exports:run', { rows: rowsText(rows, isEstimate) })}
          </Button>
        </Row>
      }
    >
      <Form layout="vertical" component={false}>
        <fieldset className="carat-space-after">
          <legend>{t('exports:which')}</legend>
          <Radio.Group
            name="exports-scope"
            value={scope}
            onChange={({ target }) => setScope(target.value as ExportScope)}
            options={choices.map((choice) => ({
              value: choice.scope,
              label: t(`exports:${choice.words}`, { rows: rowsText(choice.rows, choice.isEstimate) }),
            }))}
            vertical
          />
        </fieldset>
        <fieldset className="carat-space-after">
          <legend>{t('exports:format')}</legend>
          <Segmented<ExportFormat>
            name="exports-format"
            value={format}
            onChange={setFormat}
            options={[
              { value: 'XLSX', label: t('exports:xlsx') },
              { value: 'CSV', label: t('exports:csv') },
              { value: 'PDF', label: t('exports:pdf'), disabled: !fitsPdf },
            ]}
          />
          {!fitsPdf && (
            <p className="carat-state-hint">{t('exports:pdfRows', { rows: rowsText(PDF_EXPORT_ROWS_MAX) })}</p>
          )}
        </fieldset>
        {needsReason && (
          <Form.Item label={t('kit:fields.Reason')} htmlFor="exports-reason" required extra={t('exports:reasonHint')}>
            <Input.TextArea
              id="exports-reason"
              autoFocus
              value={reason}
              autoSize={{ minRows: 2, maxRows: 5 }}
              maxLength={REASON_MAX}
              onChange={({ target }) => setReason(target.value)}
              onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && start()}
            />
          </Form.Item>
        )}
      </Form>
      <p className="carat-state-hint">
        {t('exports:columns', { columns: info.columns.map(({ label }) => label).join(listSeparator()) })}
      </p>
      {rows > EXPORT_ROWS_WITHOUT_REASON_MAX && <Alert type="info" showIcon title={t('exports:background')} />}
      {error !== undefined && <Alert type="error" showIcon title={errorText(error).description} />}
    </Modal>
  )
}

type Choice = { scope: ExportScope; words: 'selected' | 'all' | 'page'; rows: number; isEstimate?: boolean }

/** Returns the rows that an export can contain. The selected rows come first if the user has selected rows. */
function scopesOf({ selection, total, isEstimate = false, page }: ListExportInfo): Choice[] {
  const onPage = page ? Math.min(page.Rows, Math.max(0, total - (page.Page - 1) * page.Rows)) : total
  return [
    ...(!selection.all && selection.keys.length > 0
      ? [{ scope: 'Selected', words: 'selected', rows: selection.keys.length } as const]
      : []),
    { scope: 'All', words: 'all', rows: total, isEstimate },
    ...(onPage < total ? [{ scope: 'Page', words: 'page', rows: onPage } as const] : []),
  ]
}

type Choices = { scope: ExportScope; format: ExportFormat; reason: string }

/** Requests an export, then downloads the file or watches the background export. */
function useExport(info: ListExportInfo, onClose: () => void) {
  const t = useT()
  const rowsText = useRowCountText()
  const labels = useLabels(info.area)
  const [running, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const [reasonRequired, setReasonRequired] = useState(false)
  // A repeated request with the same content has the same idempotency key; a changed request gets a new key.
  const attempt = useRef({ body: '', key: '' })

  const handleExport = (created: Export) => {
    if (created.Status === 'Completed') {
      fetchExportFile(created.ExportId)
      notifyExportOutcome(created)
    } else {
      watchExportProgress(created.ExportId)
      notify.info(t('exports:started', { list: created.Title, rows: rowsText(created.RowsExpected) }))
    }
    onClose()
  }
  const sendRequest = (request: RequestBody<typeof addExport>) => {
    const body = JSON.stringify(request)
    if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() }
    return call(addExport, request, { idempotencyKey: attempt.current.key })
  }
  const run = async ({ scope, format, reason }: Choices) => {
    setRunning(true)
    setError(undefined)
    try {
      handleExport(await sendRequest(await requestOf(info, labels, { scope, format, reason })))
    } catch (failure) {
      if (failure instanceof CallError && failure.statusCode >= 400) attempt.current = { body: '', key: '' }
      if (failure instanceof CallError && failure.code.startsWith('exports.reason_for')) setReasonRequired(true)
      setError(failure)
      setRunning(false)
    }
  }
  return { run, running, error, reasonRequired }
}

async function requestOf(
  info: ListExportInfo,
  labels: ReturnType<typeof useLabels>,
  { scope, format, reason }: Choices,
) {
  return {
    Path: info.list.path,
    Title: info.label,
    Input: info.input,
    Columns: await toExportColumns(info, labels),
    Totals: listExportTotals(info),
    Filters: describeExportFilters(info, labels),
    Format: format,
    Scope: scope,
    ...(scope === 'Page' && info.page),
    ...(scope === 'Selected' && { KeyField: info.rowKey, Keys: [...info.selection.keys] }),
    Language: currentLanguage(),
    ...(reason && { Reason: reason }),
  }
}
