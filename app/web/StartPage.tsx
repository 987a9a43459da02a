import { Navigate } from 'react-router'
import { getPreferences } from '#areas/workspace/contract.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { startPath } from './start-page.ts'

/** It was asked for a moment ago. */
const FRESH_MS = 60_000

/** The address without a page. The chosen page comes with the appearance, where that is known; without an answer the usual one is taken. */
export function StartPage() {
  const session = useSession()
  const { data, isPending } = useRead(getPreferences, {}, { staleTime: FRESH_MS })
  if (isPending) return null
  return <Navigate to={startPath(session, data?.Preferences?.StartPage)} replace />
}
