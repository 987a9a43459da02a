import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { ReferralQueue } from './ReferralQueue.tsx'
import { ReferralsList } from './ReferralsList.tsx'
import { ReferrersList } from './ReferrersList.tsx'

const shows = ['referrers', 'decide', 'all'] as const
type Show = (typeof shows)[number]

/** Members who recommend, and the friends one by one. Which of them is shown stands in the address. */
export function ReferrerListingPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const requested = address.get('show') as Show
  const show = shows.includes(requested) ? requested : 'referrers'
  const toolbar = (
    <Segmented<Show>
      aria-label={t('kit:verbs.show')}
      value={show}
      // The lists have filters of their own.
      onChange={(next) => setAddress(next === 'referrers' ? {} : { show: next }, { replace: true })}
      options={shows.map((value) => ({ value, label: t(`referrals:shows.${value}`) }))}
    />
  )
  if (show === 'referrers') return <ReferrersList toolbar={toolbar} />
  if (show === 'decide') return <ReferralQueue toolbar={toolbar} />
  return <ReferralsList toolbar={toolbar} />
}
