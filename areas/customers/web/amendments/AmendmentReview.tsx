import { useT } from '#kit/web/i18n.ts'
import { EmptyState } from '#kit/web/States.tsx'
import { REVIEW_QUEUE_MAX, ReviewDrawer } from '#kit/web/table/ReviewDrawer.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listAmendments } from '../../contract/amendments.ts'
import { customerPath } from '../../paths.ts'
import { Review } from './Review.tsx'

type Props = { HistoryId: number; onOpen: (id: number | undefined) => void }

/** The amendments that wait, one after the other. */
export function AmendmentReview({ HistoryId, onOpen }: Props) {
  const t = useT()
  const queue = useRead(listAmendments, { Search: { ReviewedYN: 'N' }, Rows: REVIEW_QUEUE_MAX })
  const { data, error, refetch } = useRead(listAmendments, { Search: { HistoryId } })
  const amendment = data?.rows[0]
  return (
    <ReviewDrawer
      id={HistoryId}
      waiting={(queue.data?.rows ?? []).filter(({ MayReviewYN }) => MayReviewYN === 'Y').map((row) => row.HistoryId)}
      title={amendment?.FullName ?? t('customers:screens.amendments')}
      to={amendment && customerPath({ CustomerId: amendment.CustomerId })}
      error={error}
      onRetry={() => void refetch()}
      onOpen={onOpen}
      content={
        data &&
        ((decided) =>
          amendment ? (
            <Review key={HistoryId} amendment={amendment} onReviewed={decided} />
          ) : (
            <EmptyState title={t('customers:refusals.amendment_not_found')} />
          ))
      }
    />
  )
}
