import '../memberships.css'
import { useQueryClient } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { businessDate, formatDayWithWeekday, formatPoints } from '#kit/web/format.ts'
import { UserGreeting } from '#kit/web/Greeting.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { readQueryOptions, useRead } from '#kit/web/useRead.ts'
import { memberCard } from '../../contract/counter.ts'
import { CounterHome } from './CounterHome.tsx'
import { redeemablePointsOfCard } from './MemberSummary.tsx'
import { CounterMemberView } from './MemberView.tsx'
import { RecentMembersList } from './RecentMembers.tsx'
import { useRecentMembers } from './recent.ts'
import { useCounterKeys } from './useCounterKeys.ts'

const BOX = 'counter-box'
/** The time in milliseconds for which a prefetched member card is not fetched again. */
const PREFETCH_FRESH_MS = 2_000

/** The counter page: an overview of the day, or the member whom the search found with the next actions. */
export function CounterPage() {
  const t = useT()
  const labels = useLabels('memberships')
  const { user } = useSession()
  const page = useRef<HTMLDivElement>(null)
  const box = useRef<Pick<InputRef, 'focus'>>(null)
  const [recent, remember] = useRecentMembers()
  // The URL contains only the open member, because the typed text may be an identity number.
  const [address, setAddress] = useSearchParams()
  const member = address.get('member')
  const card = useRead(
    memberCard,
    { MembershipNo: member ?? '' },
    { enabled: member !== null, staleTime: PREFETCH_FRESH_MS },
  )
  const client = useQueryClient()
  useCounterKeys(page, BOX)

  const loaded = card.data
  const noteServed = useEffectEvent(() => loaded && remember(loaded))
  useEffect(() => {
    if (loaded) noteServed()
  }, [loaded])

  const open = (MembershipNo: string) => {
    // Opening the same member again reloads the member card.
    if (MembershipNo === member) void card.refetch()
    // The member card is prefetched before the URL changes and the page renders again.
    else void client.prefetchQuery(readQueryOptions(memberCard, { MembershipNo }))
    setAddress({ member: MembershipNo }, { replace: address.has('q') })
    box.current?.focus({ cursor: 'all' })
  }
  const outcome = () => {
    if (!loaded || !member) return undefined
    const tier = loaded.CardCategoryName ?? labels.value('MemberType', loaded.MemberType)
    return t('memberships:counter.opened', {
      name: formatPersonName(loaded.FullName),
      tier,
      points: formatPoints(redeemablePointsOfCard(loaded)),
    })
  }

  return (
    <div ref={page} className="carat-stack">
      {member === null && (
        <UserGreeting
          about={[
            user.building && `${user.building.name} (${user.building.code})`,
            formatDayWithWeekday(businessDate()),
          ]}
        />
      )}
      <div className={member === null ? 'carat-finder carat-finder-large' : 'carat-finder'}>
        <MemberPicker
          ref={box}
          id={BOX}
          label={t('memberships:counter.box')}
          placeholder={t('memberships:counter.placeholder')}
          action={t('memberships:counter.find')}
          size="large"
          autoFocus
          registers
          ofPage
          initialText={address.get('q') ?? undefined}
          onPick={({ MembershipNo }) => open(MembershipNo)}
        />
        <RecentMembersList recent={recent} current={member} onOpen={open} />
        <div role="status" className="carat-unseen">
          {outcome()}
        </div>
      </div>
      {member === null ? (
        <CounterHome />
      ) : loaded ? (
        <CounterMemberView card={loaded} />
      ) : card.error ? (
        <ErrorState error={card.error} title={t('memberships:counter.failed')} onRetry={() => void card.refetch()} />
      ) : (
        <Card flush>
          <LoadingState rows={7} />
        </Card>
      )}
    </div>
  )
}
