import { Alert } from 'antd'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { useT } from '#kit/web/i18n.ts'

type State = { notHere?: unknown } | null

/** Redirects an unknown path to the dashboard (specification, "Authenticated children"), which shows UnknownPathNote. */
export function RedirectToDashboard() {
  const { pathname } = useLocation()
  const state: State = { notHere: pathname }
  return <Navigate to={dashboardPath()} replace state={state} />
}

/** Shows the unknown path from which the user was redirected. */
export function UnknownPathNote() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const address = (state as State)?.notHere
  if (typeof address !== 'string') return null
  return (
    <Alert
      className="shell-note"
      type="info"
      showIcon
      role="status"
      title={t('app:notHere.title', { address })}
      closable={{ afterClose: () => void navigate(pathname, { replace: true, state: null }) }}
    />
  )
}
