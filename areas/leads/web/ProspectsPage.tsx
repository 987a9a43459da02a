import { useT } from '#kit/web/i18n.ts'
import { useQueueShows } from '#kit/web/queue/QueuePage.tsx'
import { ProspectsList } from './ProspectsList.tsx'
import { ResultsList } from './ResultsList.tsx'

/** What lead sources brought, and the prospects one by one. Which of them is shown stands in the address. */
export function ProspectsPage() {
  const t = useT()
  const { show, tools } = useQueueShows(['sources', 'prospects'], {
    label: t('kit:verbs.show'),
    word: (one) => t(`leads:shows.${one}`),
  })
  return (
    <>
      {tools}
      {{ sources: <ResultsList />, prospects: <ProspectsList /> }[show]}
    </>
  )
}
