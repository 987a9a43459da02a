import { useRef } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { PreviewDrawer } from '#kit/web/table/PreviewDrawer.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getApproval, listApprovals } from '../contract.ts'
import { Review } from './Review.tsx'
import { sentence } from './said.ts'

const QUEUE_MAX = 200

type Props = { ApprovalId: number; onMove: (id: number) => void; onClose: () => void }

/** One request after the other: a decision leads to the next that waits, and closes after the last. */
export function ReviewDrawer({ ApprovalId, onMove, onClose }: Props) {
  const t = useT()
  const queue = useRead(listApprovals, { Search: { Status: 'Pending', OwnYN: 'N' }, Rows: QUEUE_MAX })
  const { data, error, refetch } = useRead(getApproval, { ApprovalId })
  const waiting = (queue.data?.rows ?? []).map((row) => row.ApprovalId)
  // Where it stood is remembered, because what is decided leaves the queue.
  const place = useRef(0)
  const at = waiting.indexOf(ApprovalId)
  if (at >= 0) place.current = at
  const moveTo = (id: number | undefined) => (id === undefined ? undefined : () => onMove(id))
  const after = () => {
    const others = waiting.filter((id) => id !== ApprovalId)
    const next = others[place.current] ?? others.at(-1)
    if (next === undefined) onClose()
    else onMove(next)
  }

  return (
    <PreviewDrawer
      title={data ? sentence(t, data.Summary) : t('approvals:review')}
      to={undefined}
      state={undefined}
      onClose={onClose}
      previous={moveTo(at > 0 ? waiting[at - 1] : undefined)}
      next={moveTo(at >= 0 ? waiting[at + 1] : waiting[0])}
      content={
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Review key={ApprovalId} approval={data} onDecided={after} />
        ) : (
          <LoadingState rows={6} />
        )
      }
    />
  )
}
