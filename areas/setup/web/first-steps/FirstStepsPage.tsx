import { ChevronRightIcon, CircleCheckIcon } from 'lucide-react'
import { Link } from 'react-router'
import { cardCategoriesPath } from '#areas/memberships/paths.ts'
import { ratesPath } from '#areas/points/paths.ts'
import { outletsPath, usersPath } from '#areas/staff/paths.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { EntryList } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { dismissFirstSteps, type FirstStep, getFirstSteps } from '../../contract/first-steps.ts'
import { listsPath } from '../../paths.ts'

/** Paths of the pages of all setup steps; the step `Mail` has no page, because mail is configured on the server. */
const stepPaths: Record<FirstStep, string | undefined> = {
  Outlets: outletsPath(),
  Staff: usersPath(),
  Lists: listsPath(),
  Levels: cardCategoriesPath(),
  Rates: ratesPath(),
  Mail: undefined,
}

/** Page that guides the first administrator through the setup steps; the data shows which steps are done. */
export function FirstStepsPage() {
  const t = useT()
  const { may } = useSession()
  const { data, error, refetch } = useRead(getFirstSteps, {})
  const dismiss = useCall(dismissFirstSteps, {
    done: 'setup:firstSteps.dismissed',
    failed: 'setup:saveFailed',
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <Card
      title={t('setup:screens.firstSteps')}
      flush
      extra={
        !data.Finished &&
        may('Manage Settings') && (
          <ConfirmAction
            label={t('setup:firstSteps.dismiss')}
            title={t('setup:firstSteps.dismissQuestion')}
            run={() => dismiss.mutateAsync({})}
          />
        )
      }
    >
      <p className="carat-card-body carat-muted">
        {t(data.Finished ? 'setup:firstSteps.finished' : 'setup:firstSteps.intro')}
      </p>
      <EntryList as="ol">
        {data.Steps.map(({ Step, Done }) => {
          const to = stepPaths[Step]
          return (
            <li key={Step}>
              <div className="carat-entry">
                <h3>{t(`setup:firstSteps.step.${Step}.title`)}</h3>
                <p>{t(`setup:firstSteps.step.${Step}.about`)}</p>
              </div>
              <span className={Done ? 'carat-good' : undefined}>
                {Done && <CircleCheckIcon aria-hidden />} {t(Done ? 'setup:firstSteps.done' : 'setup:firstSteps.open')}
              </span>
              {to && (
                <Link to={to} aria-label={`${t('kit:verbs.open')}: ${t(`setup:firstSteps.step.${Step}.title`)}`}>
                  {t('kit:verbs.open')} <ChevronRightIcon aria-hidden />
                </Link>
              )}
            </li>
          )
        })}
      </EntryList>
    </Card>
  )
}
