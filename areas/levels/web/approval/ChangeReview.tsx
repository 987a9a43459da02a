import { useT } from '#kit/web/i18n.ts'
import { REVIEW_QUEUE_MAX, ReviewDrawer } from '#kit/web/table/ReviewDrawer.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getLevelHistory, listLevelHistories } from '../../contract/level-histories.ts'
import { memberLevelsPath } from '../../paths.ts'
import { Review } from './Review.tsx'

type Props = { LevelHistoryId: number; onOpen: (id: number | undefined) => void }

/** The changes of level that wait, one after the other. */
export function ChangeReview({ LevelHistoryId, onOpen }: Props) {
  const t = useT()
  const queue = useRead(listLevelHistories, { Search: { Status: 'Pending' }, Rows: REVIEW_QUEUE_MAX })
  const { data, error, refetch } = useRead(getLevelHistory, { LevelHistoryId })
  return (
    <ReviewDrawer
      id={LevelHistoryId}
      waiting={(queue.data?.rows ?? []).map((row) => row.LevelHistoryId)}
      title={data ? t(`levels:title.${data.Action}`, { name: data.Name }) : t('levels:review')}
      to={data && memberLevelsPath({ MembershipNo: data.MembershipNo })}
      error={error}
      onRetry={() => void refetch()}
      onOpen={onOpen}
      content={data && ((decided) => <Review key={LevelHistoryId} change={data} onDecided={decided} />)}
    />
  )
}
