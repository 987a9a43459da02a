import { useT } from '#kit/web/i18n.ts'
import { useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { useSession } from '#kit/web/session.ts'
import { retentionRoles } from '../contract.ts'
import { ForecastList } from './ForecastList.tsx'
import { RetentionModelView } from './ModelView.tsx'

/** Page with the purchase forecast of each customer; users with a report role also see the fitted model. */
export function RetentionPage() {
  const { has } = useSession()
  if (!has('Customer')) return <RetentionModelView />
  return has(retentionRoles) ? <ForecastsAndModel /> : <ForecastList />
}

function ForecastsAndModel() {
  const t = useT()
  const { show, tools } = useQueueParts(['customers', 'model'], {
    label: t('kit:verbs.show'),
    word: (show) => t(`retention:shows.${show}`),
  })
  return (
    <>
      {tools}
      {{ customers: <ForecastList />, model: <RetentionModelView /> }[show]}
    </>
  )
}
