import { Link, useLocation } from 'react-router'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { getFirstSteps } from '#areas/setup/contract/first-steps.ts'
import { firstStepsPath } from '#areas/setup/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'

const EVERY_MS = 60_000

/** On the dashboard of the person who may set up the company, while something is missing before the first sale. */
export function FirstStepsNotice() {
  const t = useT()
  const { has } = useSession()
  const here = useLocation().pathname === dashboardPath()
  const { data } = useRead(getFirstSteps, {}, { enabled: here && has('Settings'), staleTime: EVERY_MS })
  if (!here || !data || data.Finished) return null
  return (
    <p className="first-steps-notice">
      {t('app:firstSteps.left', { count: data.Steps.filter(({ Done }) => !Done).length })}{' '}
      <Link to={firstStepsPath()}>{t('app:firstSteps.show')}</Link>
    </p>
  )
}
