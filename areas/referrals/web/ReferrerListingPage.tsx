import { useT } from '#kit/web/i18n.ts'
import { useQueueShows } from '#kit/web/queue/QueuePage.tsx'
import { ReferralQueue } from './ReferralQueue.tsx'
import { ReferralsList } from './ReferralsList.tsx'
import { ReferrersList } from './ReferrersList.tsx'

/** Members who recommend, and the friends one by one. Which of them is shown stands in the address. */
export function ReferrerListingPage() {
  const t = useT()
  const { show, tools } = useQueueShows(['referrers', 'decide', 'all'], {
    label: t('kit:verbs.show'),
    word: (one) => t(`referrals:shows.${one}`),
  })
  return (
    <>
      {tools}
      {{ referrers: <ReferrersList />, decide: <ReferralQueue />, all: <ReferralsList /> }[show]}
    </>
  )
}
