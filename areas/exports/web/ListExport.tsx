import { CalendarClockIcon, DownloadIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { resume } from './waiting.tsx'

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))
const ScheduleDialog = lazy(async () => ({ default: (await import('./ScheduleDialog.tsx')).ScheduleDialog }))

/** Stands in the toolbar of every list: the rows as they are on the screen, as a file. */
export function ListExport({ info }: { info: ListExportInfo }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  const first = useFirst()
  const nothing = info.total === 0
  useShortcut('e', 'exports:export', () => setOpen(true), { enabled: first && !nothing && !open })
  useEffect(resume, [])
  return (
    <>
      <ReasonedButton
        type="text"
        size="small"
        className="carat-list-tool"
        icon={<DownloadIcon aria-hidden />}
        reason={nothing && t('exports:nothing')}
        onClick={() => setOpen(true)}
      >
        {t('exports:export')}
      </ReasonedButton>
      {info.days !== undefined && (
        <ReasonedButton
          type="text"
          size="small"
          className="carat-list-tool"
          icon={<CalendarClockIcon aria-hidden />}
          onClick={() => setScheduling(true)}
        >
          {t('exports:schedule')}
        </ReasonedButton>
      )}
      <Suspense fallback={null}>
        {open && <ExportDialog info={info} onClose={() => setOpen(false)} />}
        {scheduling && <ScheduleDialog info={info} onClose={() => setScheduling(false)} />}
      </Suspense>
    </>
  )
}

let onPage: readonly string[] = []
const watchers = new Set<() => void>()
const changed = () => {
  for (const watcher of watchers) watcher()
}

/** Of several lists on a page, the key belongs to the first. */
function useFirst() {
  const id = useId()
  useEffect(() => {
    onPage = [...onPage, id]
    changed()
    return () => {
      onPage = onPage.filter((other) => other !== id)
      changed()
    }
  }, [id])
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => onPage[0] === id,
  )
}
