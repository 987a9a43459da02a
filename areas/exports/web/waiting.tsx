import { Button } from 'antd'
import { CallError, call } from '#kit/web/call.ts'
import { t } from '#kit/web/i18n.ts'
import { notify } from '#kit/web/notify.tsx'
import { type Export, exportStatus } from '../contract.ts'
import { fetchFile } from './fetch-file.ts'
import { rowsText } from './words.ts'

// Exports that are made in the background, wherever the user goes in the meantime; also after a reload.

const KEY = 'carat.exports'
const EVERY_MS = 1_500

const kept = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}
const keep = (ids: readonly string[]) => sessionStorage.setItem(KEY, JSON.stringify(ids))

let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the user once the file is ready, or why there will be none. */
export function waitFor(id: string) {
  keep([...new Set([...kept(), id])])
  resume()
}

/** Goes on with what was waited for before the page was loaded again. */
export function resume() {
  if (timer === undefined && kept().length > 0) timer = setTimeout(look, EVERY_MS)
}

async function look() {
  for (const id of kept()) {
    try {
      const made = await call(exportStatus, { ExportId: id })
      if (made.Status === 'Queued' || made.Status === 'Running') continue
      notifyOutcome(made)
    } catch (error) {
      // Away for a moment is no answer; a refusal is.
      if (!(error instanceof CallError) || error.statusCode === 0 || error.statusCode >= 500) continue
    }
    keep(kept().filter((other) => other !== id))
  }
  timer = undefined
  resume()
}

/** What became of an export: how many rows there are, also where it is not as many as were expected. */
export function notifyOutcome(made: Export) {
  const { ExportId, Status, FileName: file, RowsDone, RowsExpected, MessageCode, Message } = made
  if (Status === 'Failed') {
    return notify.error('exports:failed', new CallError(503, { code: MessageCode ?? '', message: Message ?? '' }))
  }
  if (Status !== 'Completed') return
  const rows = rowsText(t, RowsDone)
  const text =
    RowsDone === RowsExpected
      ? t('exports:done', { rows, file })
      : t('exports:doneOf', { rows, file, expected: rowsText(t, RowsExpected) })
  notify.success(
    text,
    <Button size="small" onClick={() => fetchFile(ExportId)}>
      {t('exports:download')}
    </Button>,
  )
}
