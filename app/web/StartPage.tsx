import { Navigate } from 'react-router'
import { getPreferences } from '#areas/workspace/contract.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { startPath } from './start-page.ts'

/** The time in milliseconds for which loaded preferences are not refetched. */
const FRESH_MS = 60_000

/** The page at `/`. Redirects to the chosen start page, or to the default one if the preferences are unavailable. */
export function StartPage() {
  const session = useSession()
  const { data, isPending } = useRead(getPreferences, {}, { staleTime: FRESH_MS })
  if (isPending) return null
  return <Navigate to={startPath(session, data?.Preferences?.StartPage)} replace />
}
