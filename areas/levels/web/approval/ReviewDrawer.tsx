import { useRef } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { PreviewDrawer } from '#kit/web/table/PreviewDrawer.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getLevelHistory, listLevelHistories } from '../../contract/level-histories.ts'
import { memberLink } from '../links.ts'
import { Review } from './Review.tsx'

const QUEUE_MAX = 200

type Props = { LevelHistoryId: number; onMove: (id: number) => void; onClose: () => void }

/** One change after the other: a decision leads to the next that waits, and closes after the last. */
export function ReviewDrawer({ LevelHistoryId, onMove, onClose }: Props) {
  const t = useT()
  const queue = useRead(listLevelHistories, { Search: { Status: 'Pending' }, Rows: QUEUE_MAX })
  const { data, error, refetch } = useRead(getLevelHistory, { LevelHistoryId })
  const waiting = (queue.data?.rows ?? []).map((row) => row.LevelHistoryId)
  // Where it stood is remembered, because what is decided leaves the queue.
  const place = useRef(0)
  const at = waiting.indexOf(LevelHistoryId)
  if (at >= 0) place.current = at
  const moveTo = (id: number | undefined) => (id === undefined ? undefined : () => onMove(id))
  const after = () => {
    const others = waiting.filter((id) => id !== LevelHistoryId)
    const next = others[place.current] ?? others.at(-1)
    if (next === undefined) onClose()
    else onMove(next)
  }

  return (
    <PreviewDrawer
      title={data ? t(`levels:title.${data.Action}`, { name: data.Name }) : t('levels:review')}
      to={data && memberLink(data.MembershipNo)}
      state={undefined}
      onClose={onClose}
      previous={moveTo(at > 0 ? waiting[at - 1] : undefined)}
      next={moveTo(at >= 0 ? waiting[at + 1] : waiting[0])}
      content={
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Review key={LevelHistoryId} change={data} onDecided={after} />
        ) : (
          <LoadingState rows={6} />
        )
      }
    />
  )
}
