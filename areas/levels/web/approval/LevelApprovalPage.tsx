import { formatPersonName } from '#kit/contract/person.ts'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { QueueRow } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import type { LevelHistory } from '../../contract/level-histories.ts'
import { levelApprovalPath } from '../../paths.ts'
import { DowngradeCandidatesList } from './DowngradeList.tsx'
import { LevelChangesList } from './HistoryList.tsx'
import { LevelChangeSummary, usePendingLevelChanges } from './LevelGlance.tsx'
import { LevelChangeReview } from './LevelReview.tsx'

/** The page with pending and decided changes of level, and members whose cycle ends without enough spend. */
export function LevelApprovalPage() {
  const t = useT()
  const labels = useLabels('levels')
  const list = usePendingLevelChanges()
  const { show, tools } = useQueueParts(['waiting', 'all', 'ending'], {
    label: t('levels:show'),
    word: (view) => t(`levels:shows.${view}`),
    counts: { waiting: list.data?.count },
  })
  const queue = (
    <QueuePage
      path={levelApprovalPath()}
      label={t('levels:screens.approval')}
      list={list}
      rowOf={rowOf}
      groups={[
        { key: 'staff', title: t('levels:groups.staff') },
        { key: 'automatic', title: t('levels:groups.automatic') },
      ]}
      kinds={{ Upgrade: labels.value('Action', 'Upgrade'), Downgrade: labels.value('Action', 'Downgrade') }}
      empty={{ title: t('levels:empty'), hint: t('levels:emptyHint') }}
      review={(id) => <LevelChangeReview key={id} LevelHistoryId={id} id={id} />}
    />
  )
  return (
    <>
      {tools}
      {{ waiting: queue, all: <LevelChangesList />, ending: <DowngradeCandidatesList /> }[show]}
    </>
  )
}

function rowOf(change: LevelHistory): QueueRow {
  const { LevelHistoryId, Name, RequestedBy, RequestedAt, OutletCode, Action } = change
  const by =
    RequestedBy === null ? null : (
      <bdi>{[formatPersonName(RequestedBy), OutletCode].filter(Boolean).join(listSeparator())}</bdi>
    )
  return {
    id: LevelHistoryId,
    person: Name,
    what: <LevelChangeSummary change={change} by={by} />,
    when: RequestedAt,
    group: RequestedBy === null ? 'automatic' : 'staff',
    kind: Action,
  }
}
