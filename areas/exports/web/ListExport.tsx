import { CalendarClockIcon, DownloadIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { resumeWatchingExports } from './watch-exports.tsx'

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))
const ScheduleDialog = lazy(async () => ({ default: (await import('./ScheduleDialog.tsx')).ScheduleDialog }))

/** The export and schedule buttons in the toolbar of a list. */
export function ListExport({ info }: { info: ListExportInfo }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  const isFirst = useIsFirstList()
  const isEmpty = info.total === 0
  useShortcut('e', 'exports:export', () => setOpen(true), { enabled: isFirst && !isEmpty && !open })
  useEffect(resumeWatchingExports, [])
  return (
    <>
      <ReasonedButton
        type="text"
        size="small"
        className="carat-list-tool"
        icon={<DownloadIcon aria-hidden />}
        reason={isEmpty && t('exports:nothing')}
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

let mountedLists: readonly string[] = []
const watchers = new Set<() => void>()
const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

/** Returns true for the first list of the page, to which the keyboard shortcut of the export belongs. */
function useIsFirstList() {
  const id = useId()
  useEffect(() => {
    mountedLists = [...mountedLists, id]
    notifyWatchers()
    return () => {
      mountedLists = mountedLists.filter((listId) => listId !== id)
      notifyWatchers()
    }
  }, [id])
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => mountedLists[0] === id,
  )
}
