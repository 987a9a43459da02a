import { useRef } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { PreviewDrawer } from '#kit/web/table/PreviewDrawer.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listAmendments } from '../../contract/amendments.ts'
import { customerLink } from '../links.ts'
import { Review } from './Review.tsx'

const QUEUE_MAX = 200

type Props = { HistoryId: number; onMove: (id: number) => void; onClose: () => void }

/** One amendment after the other: a review leads to the next that waits, and closes after the last. */
export function ReviewDrawer({ HistoryId, onMove, onClose }: Props) {
  const t = useT()
  const queue = useRead(listAmendments, { Search: { ReviewedYN: 'N' }, Rows: QUEUE_MAX })
  const { data, error, refetch } = useRead(listAmendments, { Search: { HistoryId } })
  const amendment = data?.rows[0]
  const waiting = (queue.data?.rows ?? []).filter(({ MayReviewYN }) => MayReviewYN === 'Y').map((row) => row.HistoryId)
  // Where it stood is remembered, because what is reviewed leaves the queue.
  const place = useRef(0)
  const at = waiting.indexOf(HistoryId)
  if (at >= 0) place.current = at
  const moveTo = (id: number | undefined) => (id === undefined ? undefined : () => onMove(id))
  const after = () => {
    const others = waiting.filter((id) => id !== HistoryId)
    const next = others[place.current] ?? others.at(-1)
    if (next === undefined) onClose()
    else onMove(next)
  }
  return (
    <PreviewDrawer
      title={amendment?.FullName ?? t('app:customers.amendments')}
      to={amendment && customerLink(amendment.CustomerId)}
      state={undefined}
      onClose={onClose}
      previous={moveTo(at > 0 ? waiting[at - 1] : undefined)}
      next={moveTo(at >= 0 ? waiting[at + 1] : waiting[0])}
      content={
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : amendment ? (
          <Review key={HistoryId} amendment={amendment} onReviewed={after} />
        ) : data ? (
          <EmptyState title={t('customers:refusals.amendment_not_found')} />
        ) : (
          <LoadingState rows={6} />
        )
      }
    />
  )
}
