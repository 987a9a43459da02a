import { Navigate } from 'react-router'
import { getPreferences } from '#areas/workspace/contract.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { startPath } from './start-page.ts'

/** The address without a page. Whose appearance is known has told the chosen page with it; without an answer the usual one is taken. */
export function StartPage() {
  const session = useSession()
  const { data, isPending } = useRead(getPreferences, {})
  if (isPending) return null
  return <Navigate to={startPath(session, data?.Preferences?.StartPage)} replace />
}
