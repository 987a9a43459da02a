import { useEffect } from 'react'
import { matchPath } from 'react-router'
import type { RecentRecords } from '#areas/dashboard/web/slots.ts'
import { addRecentRecord, listRecentRecords } from '#areas/workspace/contract.ts'
import { call } from '#kit/web/call.ts'
import { canOpenScreen, useRegisteredOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { allScreens } from '../screens.ts'

const screenAt = (path: string) => allScreens.find((screen) => matchPath(screen.path, path))

/** Adds every record that a page shows to the user's recent records. */
export function useRecordVisitTracking() {
  const record = useRegisteredOpenRecord()
  const { path, name } = record ?? {}
  useEffect(() => {
    const screen = path && screenAt(path)
    if (!screen || !name) return
    // Ignores failures, because the list of recent records is optional.
    call(addRecentRecord, { Path: path, Screen: screen.path, Name: name.slice(0, 200) }).catch(() => undefined)
  }, [path, name])
}

/** Returns the user's recent records without those that the user may no longer open. */
export function useRecentRecords(): RecentRecords {
  const session = useSession()
  const { data, error, refetch } = useRead(listRecentRecords, {}, { staleTime: 30_000 })
  const records = data?.rows.flatMap(({ Path, Screen, Name, About }) => {
    const screen = allScreens.find(({ path }) => path === Screen)
    return screen && canOpenScreen(screen, session) && Name
      ? [{ path: Path, name: Name, about: About, kind: screen.title }]
      : []
  })
  return { records, error, retry: () => void refetch() }
}
