import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { QUEUE_ROWS_MAX } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listRewardReviews, listWaitingRewards, ReviewCause } from '../../contract/reviews.ts'
import { rewardReviewsPath } from '../../paths.ts'
import { DecidedRewardReviews } from './DecidedReviews.tsx'
import { RewardReviewDetail } from './ReviewOfReward.tsx'
import { WaitingRewardReview } from './WaitingReview.tsx'

const SHOWS = ['open', 'waiting', 'all'] as const

/** Shows the queues of reward reviews and waiting rewards, and the list of all reviews. */
export function RewardReviewsPage() {
  const t = useT()
  const { isHQ } = useSession()
  return isHQ ? <Reviews /> : <ForbiddenState hint={t('customer-rewards:issue.headOffice')} />
}

const useOpen = () =>
  useRead(listRewardReviews, { Search: { Status: 'Open' }, Rows: QUEUE_ROWS_MAX, SortDirection: 'ASC' })
const useWaiting = () => useRead(listWaitingRewards, { Rows: QUEUE_ROWS_MAX })

function Reviews() {
  const t = useT()
  const { show, tools } = useQueueParts(SHOWS, {
    label: t('customer-rewards:reviews.show'),
    word: (show) => t(`customer-rewards:reviews.shows.${show}`),
    counts: { open: useOpen().data?.count, waiting: useWaiting().data?.count },
  })
  return (
    <>
      {tools}
      {show === 'open' && <OpenReviews />}
      {show === 'waiting' && <WaitingRewards />}
      {show === 'all' && <DecidedRewardReviews />}
    </>
  )
}

function OpenReviews() {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const list = useOpen()
  return (
    <QueuePage
      key="open"
      path={rewardReviewsPath()}
      label={t('customer-rewards:screens.reviews')}
      about={t('customer-rewards:reviews.lede')}
      list={list}
      rowOf={({ ReviewId, FullName, RewardName, Cause, OutletCode, CreatedAt }) => ({
        id: ReviewId,
        person: FullName,
        what: (
          <QueueEntrySummary
            what={<bdi>{RewardName}</bdi>}
            by={<bdi>{[labels.value('Cause', Cause), OutletCode].filter(Boolean).join(' · ')}</bdi>}
          />
        ),
        when: CreatedAt,
        kind: Cause,
      })}
      kinds={Object.fromEntries(ReviewCause.options.map((cause) => [cause, labels.value('Cause', cause)]))}
      empty={{ title: t('customer-rewards:reviews.none'), hint: t('customer-rewards:reviews.noneHint') }}
      review={(id) => <RewardReviewDetail key={id} ReviewId={id} />}
    />
  )
}

function WaitingRewards() {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const list = useWaiting()
  return (
    <QueuePage
      key="waiting"
      path={rewardReviewsPath()}
      label={t('customer-rewards:reviews.shows.waiting')}
      about={t('customer-rewards:reviews.ledeWaiting')}
      list={list}
      rowOf={({ WaitingId, FullName, RewardName, Type, RegisteredOutletCode, Attempts, Since }) => ({
        id: WaitingId,
        person: FullName,
        what: (
          <QueueEntrySummary
            what={<bdi>{RewardName}</bdi>}
            warning={t('customer-rewards:reviews.attempts', { count: Attempts })}
            by={<bdi>{[labels.value('Type', Type), RegisteredOutletCode].join(' · ')}</bdi>}
          />
        ),
        when: Since,
        kind: Type,
      })}
      kinds={Object.fromEntries((list.data?.rows ?? []).map(({ Type }) => [Type, labels.value('Type', Type)]))}
      empty={{ title: t('customer-rewards:reviews.noneWaiting'), hint: t('customer-rewards:reviews.noneWaitingHint') }}
      review={(id) => <WaitingRewardReview key={id} WaitingId={id} />}
    />
  )
}
