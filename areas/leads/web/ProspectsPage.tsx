import { useT } from '#kit/web/i18n.ts'
import { useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { ProspectsList } from './ProspectsList.tsx'
import { ResultsList } from './ResultsList.tsx'

/** Shows results by lead source, or the list of prospects. The URL contains the choice. */
export function ProspectsPage() {
  const t = useT()
  const { show, tools } = useQueueParts(['sources', 'prospects'], {
    label: t('kit:verbs.show'),
    word: (view) => t(`leads:shows.${view}`),
  })
  return (
    <>
      {tools}
      {{ sources: <ResultsList />, prospects: <ProspectsList /> }[show]}
    </>
  )
}
