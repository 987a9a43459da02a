import { useT } from '#kit/web/i18n.ts'
import { useQueueShows } from '#kit/web/queue/QueuePage.tsx'
import { useSession } from '#kit/web/session.ts'
import { retentionRoles } from '../contract.ts'
import { ForecastList } from './ForecastList.tsx'
import { ModelView } from './ModelView.tsx'

/** Who will come back, customer by customer; for those who keep an eye on it, how well the model tells, which is all that reports show. */
export function RetentionPage() {
  const { has } = useSession()
  if (!has('Customer')) return <ModelView />
  return has(retentionRoles) ? <Both /> : <ForecastList />
}

function Both() {
  const t = useT()
  const { show, tools } = useQueueShows(['customers', 'model'], {
    label: t('kit:verbs.show'),
    word: (one) => t(`retention:shows.${one}`),
  })
  return (
    <>
      {tools}
      {{ customers: <ForecastList />, model: <ModelView /> }[show]}
    </>
  )
}
