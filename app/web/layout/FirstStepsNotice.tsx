import { Link, useLocation } from 'react-router'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { getFirstSteps } from '#areas/setup/contract/first-steps.ts'
import { firstStepsPath } from '#areas/setup/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'

const STALE_MS = 60_000

/** A notice on the dashboard for users with the role Settings, shown while set-up steps are open. */
export function FirstStepsNotice() {
  const t = useT()
  const { has } = useSession()
  const isDashboard = useLocation().pathname === dashboardPath()
  const { data } = useRead(getFirstSteps, {}, { enabled: isDashboard && has('Settings'), staleTime: STALE_MS })
  if (!isDashboard || !data || data.Finished) return null
  return (
    <p className="first-steps-notice">
      {t('app:firstSteps.left', { count: data.Steps.filter(({ Done }) => !Done).length })}{' '}
      <Link to={firstStepsPath()}>{t('app:firstSteps.show')}</Link>
    </p>
  )
}
