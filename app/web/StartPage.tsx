import { Navigate } from 'react-router'
import { getPreferences } from '#areas/workspace/contract.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { startPagePath } from './start-page.ts'

/** The time in milliseconds for which loaded user preferences are not refetched. */
const FRESH_MS = 60_000

/** The page at `/`. Redirects to the start page that the user chose, or else to the default one. */
export function StartPage() {
  const session = useSession()
  const { data, isPending } = useRead(getPreferences, {}, { staleTime: FRESH_MS })
  if (isPending) return null
  return <Navigate to={startPagePath(session, data?.Preferences?.StartPage)} replace />
}
