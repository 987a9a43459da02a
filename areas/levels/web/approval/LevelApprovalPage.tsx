import { Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import type { LevelHistory } from '../../contract/level-histories.ts'
import { DowngradeList } from './DowngradeList.tsx'
import { HistoryList } from './HistoryList.tsx'

const ChangeReview = lazy(async () => ({ default: (await import('./ChangeReview.tsx')).ChangeReview }))

const shows = ['waiting', 'all', 'ending'] as const
type Show = (typeof shows)[number]

/** Changes of level that wait for a decision, those that were decided, and cycles that end without enough spent. */
export function LevelApprovalPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const asked = address.get('show') as Show
  const show = shows.includes(asked) ? asked : 'waiting'
  const open = /^\d{1,15}$/.test(address.get('id') ?? '') ? Number(address.get('id')) : undefined
  const set = (name: string, value: string | number | undefined) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(name === 'show' ? undefined : now)
        if (value === undefined) next.delete(name)
        else next.set(name, String(value))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const toolbar = (
    <Segmented<Show>
      aria-label={t('levels:show')}
      value={show}
      onChange={(value) => set('show', value === 'waiting' ? undefined : value)}
      options={shows.map((value) => ({ value, label: t(`levels:shows.${value}`) }))}
    />
  )
  if (show === 'ending') return <DowngradeList toolbar={toolbar} />
  const linkOf = ({ LevelHistoryId }: LevelHistory) => {
    const next = new URLSearchParams(address)
    next.set('id', String(LevelHistoryId))
    return `/member/level-histories/approval?${next}`
  }
  return (
    <>
      <HistoryList show={show} toolbar={toolbar} linkOf={linkOf} />
      {open !== undefined && (
        <Suspense fallback={null}>
          <ChangeReview LevelHistoryId={open} onOpen={(id) => set('id', id)} />
        </Suspense>
      )}
    </>
  )
}
