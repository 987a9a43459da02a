import { Button } from 'antd'
import { CallError, call } from '#kit/web/call.ts'
import { t } from '#kit/web/i18n.ts'
import { notify } from '#kit/web/notify.tsx'
import { type Export, exportStatus } from '../contract.ts'
import { fetchExportFile } from './fetch-file.ts'
import { formatRowCount } from './words.ts'

// Watches background exports while the user works on other pages, even after a reload.

const KEY = 'carat.exports'
const EVERY_MS = 1_500

const storedIds = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}
const storeIds = (ids: readonly string[]) => sessionStorage.setItem(KEY, JSON.stringify(ids))

let timer: ReturnType<typeof setTimeout> | undefined

/** Notifies the user when an export is ready or has failed. */
export function watchExportProgress(id: string) {
  storeIds([...new Set([...storedIds(), id])])
  resumeWatchingExports()
}

/** Resumes watching the exports that were pending before the page was reloaded. */
export function resumeWatchingExports() {
  if (timer === undefined && storedIds().length > 0) timer = setTimeout(checkExports, EVERY_MS)
}

async function checkExports() {
  for (const id of storedIds()) {
    try {
      const current = await call(exportStatus, { ExportId: id })
      if (current.Status === 'Queued' || current.Status === 'Running') continue
      notifyExportOutcome(current)
    } catch (error) {
      // An error of the network or server is temporary; any other error is final.
      if (!(error instanceof CallError) || error.statusCode === 0 || error.statusCode >= 500) continue
    }
    storeIds(storedIds().filter((storedId) => storedId !== id))
  }
  timer = undefined
  resumeWatchingExports()
}

/** Shows the result of an export with its number of rows, even if it differs from the expected number. */
export function notifyExportOutcome(finished: Export) {
  const { ExportId, Status, FileName: file, RowsDone, RowsExpected, MessageCode, Message } = finished
  if (Status === 'Failed') {
    return notify.error('exports:failed', new CallError(503, { code: MessageCode ?? '', message: Message ?? '' }))
  }
  if (Status !== 'Completed') return
  const rows = formatRowCount(t, RowsDone)
  const text =
    RowsDone === RowsExpected
      ? t('exports:done', { rows, file })
      : t('exports:doneOf', { rows, file, expected: formatRowCount(t, RowsExpected) })
  notify.success(
    text,
    <Button size="small" onClick={() => fetchExportFile(ExportId)}>
      {t('exports:download')}
    </Button>,
  )
}
