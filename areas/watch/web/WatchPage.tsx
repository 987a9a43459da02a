import { Button } from 'antd'
import { EyeIcon, RefreshCwIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { PageTools } from '#kit/web/PageTools.tsx'
import { QUEUE_ROWS_MAX } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type Finding, listFindings, runWatchNow, WatchPattern } from '../contract.ts'
import { watchPath } from '../paths.ts'
import { FindingFilters } from './FindingFilters.tsx'
import { FindingReview } from './FindingReview.tsx'
import { FindingsList } from './FindingsList.tsx'
import { describeFindingInSentence } from './words.ts'

/** Page of loyalty watch: open findings, watched findings, or a list of all findings. */
export function LoyaltyWatchPage() {
  const t = useT()
  const { show, tools } = useQueueParts(['open', 'watching', 'all'], {
    label: t('watch:show'),
    word: (option) => t(`watch:shows.${option}`),
    counts: { open: useFindings('Open', {}).data?.count, watching: useFindings('Watching', {}).data?.count },
  })
  return (
    <>
      <CheckNow />
      {tools}
      {show === 'all' ? <FindingsList /> : <FindingQueue key={show} status={show === 'open' ? 'Open' : 'Watching'} />}
    </>
  )
}

type Filters = { OutletCode?: string; Name?: string }

const useFindings = (Status: 'Open' | 'Watching', filters: Filters) =>
  useRead(listFindings, {
    Search: { Status, ...filters },
    Rows: QUEUE_ROWS_MAX,
    // Findings are sorted by severity, the newest first within a severity.
    SortOption: 'Severity',
    SortDirection: 'DESC',
  })

function FindingQueue({ status }: { status: 'Open' | 'Watching' }) {
  const t = useT()
  const labels = useLabels('watch')
  const params = useSearchParams()[0]
  const OutletCode = params.get('OutletCode')
  const Name = params.get('Name')
  const list = useFindings(status, { ...(OutletCode && { OutletCode }), ...(Name && { Name }) })
  const all = useFindings(status, {})
  const rowOf = (finding: Finding) => ({
    id: finding.FindingId,
    person: finding.Name,
    icon: <EyeIcon />,
    what: (
      <QueueEntrySummary
        what={describeFindingInSentence(t, finding)}
        warning={
          finding.Severity === 'High' &&
          [labels.value('Severity', 'High'), finding.OutletCode].filter(Boolean).join(' · ')
        }
        by={<bdi>{[labels.value('Pattern', finding.Pattern), finding.OutletCode].filter(Boolean).join(' · ')}</bdi>}
      />
    ),
    when: finding.RenewedAt,
    kind: finding.Pattern,
  })
  const isFiltered = OutletCode !== null || Name !== null
  return (
    <QueuePage
      // A new queue for each filter, because decisions made under another filter do not belong to it.
      key={`${OutletCode} ${Name}`}
      path={watchPath()}
      label={t('watch:screens.watch')}
      about={t('watch:lede')}
      list={list}
      rowOf={rowOf}
      filter={<FindingFilters findings={all.data?.rows ?? []} />}
      kinds={Object.fromEntries(WatchPattern.options.map((pattern) => [pattern, labels.value('Pattern', pattern)]))}
      empty={
        isFiltered
          ? { title: t('watch:noneHere') }
          : { title: t(`watch:empty.${status}`), hint: t(`watch:emptyHint.${status}`) }
      }
      review={(id) => <FindingReview key={id} FindingId={id} />}
    />
  )
}

/** Button that searches today's acts at once, without waiting for the nightly batch. */
function CheckNow() {
  const t = useT()
  const check = useCall(runWatchNow, {
    done: ({ Findings }) => t('watch:checked', { count: Findings }),
    failed: 'watch:checkFailed',
  })
  return (
    <PageTools>
      <Button icon={<RefreshCwIcon aria-hidden />} loading={check.isPending} onClick={() => check.mutate({})}>
        {t('watch:checkNow')}
      </Button>
    </PageTools>
  )
}
