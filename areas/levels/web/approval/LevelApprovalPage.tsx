import { Segmented } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { personName } from '#kit/web/person.ts'
import type { QueueRow } from '#kit/web/queue/context.ts'
import { Queue } from '#kit/web/queue/Queue.tsx'
import { useReviewed } from '#kit/web/table/useReviewed.ts'
import { useShow } from '#kit/web/useShow.ts'
import type { LevelHistory } from '../../contract/level-histories.ts'
import { levelApprovalPath } from '../../paths.ts'
import { DowngradeList } from './DowngradeList.tsx'
import { HistoryList } from './HistoryList.tsx'
import { LevelGlance, useLevelsWaiting } from './LevelGlance.tsx'
import { LevelReview } from './LevelReview.tsx'

const shows = ['waiting', 'all', 'ending'] as const

/** Changes of level that wait for a decision, those that were decided, and cycles that end without enough spent. */
export function LevelApprovalPage() {
  const t = useT()
  const [show, setShow] = useShow(shows)
  const waiting = useLevelsWaiting()
  const count = waiting.data?.count
  const toolbar = (
    <Segmented
      aria-label={t('levels:show')}
      value={show}
      onChange={setShow}
      options={shows.map((value) => ({
        value,
        label: [t(`levels:shows.${value}`), value === 'waiting' && count].filter((part) => part !== false).join(' '),
      }))}
    />
  )
  if (show === 'ending') return <DowngradeList toolbar={toolbar} />
  if (show === 'all') return <HistoryList toolbar={toolbar} />
  return (
    <Stack>
      <Row justify="end">{toolbar}</Row>
      <WaitingQueue list={waiting} />
    </Stack>
  )
}

function WaitingQueue({ list }: { list: ReturnType<typeof useLevelsWaiting> }) {
  const t = useT()
  const labels = useLabels('levels')
  const { open, setOpen, linkTo } = useReviewed(levelApprovalPath())
  return (
    <Queue
      label={t('levels:screens.approval')}
      rows={list.data?.rows.map(rowOf)}
      error={list.error}
      onRetry={() => void list.refetch()}
      open={open}
      onOpen={setOpen}
      linkTo={linkTo}
      groups={[
        { key: 'staff', title: t('levels:groups.staff') },
        { key: 'automatic', title: t('levels:groups.automatic') },
      ]}
      kinds={{ Upgrade: labels.value('Action', 'Upgrade'), Downgrade: labels.value('Action', 'Downgrade') }}
      empty={{ title: t('levels:empty'), hint: t('levels:emptyHint') }}
      review={(id) => <LevelReview key={id} LevelHistoryId={id} id={id} />}
    />
  )
}

function rowOf(change: LevelHistory): QueueRow {
  const { LevelHistoryId, Name, RequestedBy, RequestedAt, OutletCode, Action } = change
  const by = RequestedBy === null ? null : <bdi>{[personName(RequestedBy), OutletCode].filter(Boolean).join(', ')}</bdi>
  return {
    id: LevelHistoryId,
    person: Name,
    what: <LevelGlance change={change} by={by} />,
    when: RequestedAt,
    group: RequestedBy === null ? 'automatic' : 'staff',
    kind: Action,
  }
}
