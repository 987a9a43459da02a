import { Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useReviewed } from '#kit/web/table/useReviewed.ts'
import { useShow } from '#kit/web/useShow.ts'
import { levelApprovalPath } from '../../paths.ts'
import { DowngradeList } from './DowngradeList.tsx'
import { HistoryList } from './HistoryList.tsx'

const ChangeReview = lazy(async () => ({ default: (await import('./ChangeReview.tsx')).ChangeReview }))

const shows = ['waiting', 'all', 'ending'] as const

/** Changes of level that wait for a decision, those that were decided, and cycles that end without enough spent. */
export function LevelApprovalPage() {
  const t = useT()
  const [show, setShow] = useShow(shows)
  const { open, setOpen, linkTo } = useReviewed(levelApprovalPath())
  const toolbar = (
    <Segmented
      aria-label={t('levels:show')}
      value={show}
      onChange={setShow}
      options={shows.map((value) => ({ value, label: t(`levels:shows.${value}`) }))}
    />
  )
  if (show === 'ending') return <DowngradeList toolbar={toolbar} />
  return (
    <>
      <HistoryList show={show} toolbar={toolbar} linkOf={(row) => linkTo(row.LevelHistoryId)} />
      {open !== undefined && (
        <Suspense fallback={null}>
          <ChangeReview LevelHistoryId={open} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
