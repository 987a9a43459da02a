import { useT } from '#kit/web/i18n.ts'
import { REVIEW_QUEUE_MAX, ReviewDrawer } from '#kit/web/table/ReviewDrawer.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getApproval, listApprovals } from '../contract.ts'
import { sentence } from './message.ts'
import { Review } from './Review.tsx'

type Props = { ApprovalId: number; onOpen: (id: number | undefined) => void }

/** The requests that wait, one after the other. */
export function RequestReview({ ApprovalId, onOpen }: Props) {
  const t = useT()
  const queue = useRead(listApprovals, { Search: { Status: 'Pending', OwnYN: 'N' }, Rows: REVIEW_QUEUE_MAX })
  const { data, error, refetch } = useRead(getApproval, { ApprovalId })
  return (
    <ReviewDrawer
      id={ApprovalId}
      waiting={(queue.data?.rows ?? []).map((row) => row.ApprovalId)}
      title={data ? sentence(t, data.Summary) : t('levels:review')}
      error={error}
      onRetry={() => void refetch()}
      onOpen={onOpen}
      content={data && ((decided) => <Review key={ApprovalId} approval={data} onDecided={decided} />)}
    />
  )
}
