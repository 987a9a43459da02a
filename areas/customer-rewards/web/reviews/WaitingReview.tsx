import { customerPath } from '#areas/customers/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { CallError } from '#kit/web/call.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { errorText, useT } from '#kit/web/i18n.ts'
import { SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import { DecisionBar, ReviewWarning } from '#kit/web/queue/Decision.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  endWaitingRewardRetries,
  listWaitingRewards,
  retryWaitingReward,
  type WaitingReward,
} from '../../contract/reviews.ts'

const blockerText = (blocker: WaitingReward['Obstacle']) => errorText(new CallError(409, blocker as never)).description

/** Reviews one waiting automatic reward: the reason why it waits, its due date, and the decision. */
export function WaitingRewardReview({ WaitingId }: { WaitingId: number }) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const { data, error, refetch } = useRead(listWaitingRewards, { Search: { WaitingId } })
  const waiting = data?.rows[0]
  const { outcomeOf } = useQueueState()
  if (!waiting)
    return (
      <QueueReview
        id={WaitingId}
        title={outcomeOf(WaitingId)?.text ?? t('customer-rewards:reviews.shows.waiting')}
        error={error}
        onRetry={() => void refetch()}
      >
        {data && <p>{t('customer-rewards:reviews.waitsNoMore')}</p>}
      </QueueReview>
    )
  return (
    <QueueReview
      id={WaitingId}
      person={waiting.FullName}
      to={customerPath({ CustomerId: waiting.CustomerId })}
      number={`${waiting.MembershipNo} · ${waiting.RegisteredOutletCode}`}
      requestInfo={t('customer-rewards:reviews.attempts', { count: waiting.Attempts })}
      bar={<WaitingDecision waiting={waiting} />}
      error={error}
      onRetry={() => void refetch()}
    >
      <ReviewWarning title={blockerText(waiting.Obstacle)} />
      <SummaryBar
        small
        label={waiting.RewardName}
        items={[
          { label: labels.field('RewardName'), value: <bdi>{waiting.RewardName}</bdi> },
          { label: labels.field('Type'), value: labels.value('Type', waiting.Type) },
          { label: t('customer-rewards:reviews.givenFor'), value: <bdi>{waiting.Period}</bdi> },
          { label: t('customer-rewards:reviews.dueSince'), value: <ShortDate value={waiting.Since} /> },
        ]}
      />
    </QueueReview>
  )
}

function WaitingDecision({ waiting }: { waiting: WaitingReward }) {
  const t = useT()
  const { decided } = useQueueState()
  const { WaitingId, RewardName: reward, FullName } = waiting
  const give = useCall(retryWaitingReward, {
    done: ({ GivenYN, Obstacle }) => {
      if (GivenYN === 'Y') return t('customer-rewards:reviews.given')
      return Obstacle
        ? t('customer-rewards:reviews.stillWaits', { why: blockerText(Obstacle) })
        : t('customer-rewards:reviews.hasIt')
    },
    failed: 'customer-rewards:reviews.giveFailed',
    onDone: ({ GivenYN, Obstacle }) => {
      if (Obstacle) return
      const text = t(GivenYN === 'Y' ? 'customer-rewards:reviews.given' : 'customer-rewards:reviews.hasIt')
      decided({ id: WaitingId, good: true, text })
    },
  })
  const stop = useCall(endWaitingRewardRetries, {
    done: 'customer-rewards:reviews.gaveUp',
    failed: 'customer-rewards:reviews.keepFailed',
    onDone: () => decided({ id: WaitingId, good: false, text: t('customer-rewards:reviews.gaveUp') }),
  })
  return (
    <DecisionBar
      reject={{
        label: t('customer-rewards:reviews.giveUp'),
        question: {
          title: t('customer-rewards:reviews.giveUpQuestion', { reward, name: formatPersonName(FullName) }),
          ok: t('customer-rewards:reviews.giveUp'),
        },
        run: (Reason) => stop.mutateAsync({ WaitingId, Reason }),
      }}
      approve={{ label: t('customer-rewards:reviews.give'), run: () => give.mutateAsync({ WaitingId }) }}
    />
  )
}
