import { useT } from '#kit/web/i18n.ts'
import { useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { ReferralQueue } from './ReferralQueue.tsx'
import { ReferralsList } from './ReferralsList.tsx'
import { ReferrersList } from './ReferrersList.tsx'

/** Page with three views that the URL selects: referrers, qualified referrals to decide, and all referrals. */
export function ReferrerListingPage() {
  const t = useT()
  const { show, tools } = useQueueParts(['referrers', 'decide', 'all'], {
    label: t('kit:verbs.show'),
    word: (show) => t(`referrals:shows.${show}`),
  })
  return (
    <>
      {tools}
      {{ referrers: <ReferrersList />, decide: <ReferralQueue />, all: <ReferralsList /> }[show]}
    </>
  )
}
