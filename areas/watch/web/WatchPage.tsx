import { Button } from 'antd'
import { EyeIcon, RefreshCwIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { PageTools } from '#kit/web/PageTools.tsx'
import { QUEUE_MAX } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueShows } from '#kit/web/queue/QueuePage.tsx'
import { Glance } from '#kit/web/queue/Row.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { checkNow, type Finding, listFindings, Pattern } from '../contract.ts'
import { watchPath } from '../paths.ts'
import { FindingReview } from './FindingReview.tsx'
import { FindingsList } from './FindingsList.tsx'
import { WhoAndWhere } from './WhoAndWhere.tsx'
import { whatHappened } from './words.ts'

/** What loyalty watch found: what is open, what is watched, and all there was. */
export function WatchPage() {
  const t = useT()
  const { show, tools } = useQueueShows(['open', 'watching', 'all'], {
    label: t('watch:show'),
    word: (one) => t(`watch:shows.${one}`),
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

type Narrowed = { OutletCode?: string; Name?: string }

const useFindings = (Status: 'Open' | 'Watching', narrowed: Narrowed) =>
  useRead(listFindings, {
    Search: { Status, ...narrowed },
    Rows: QUEUE_MAX,
    // The worst first, of these the newest.
    SortOption: 'Severity',
    SortDirection: 'DESC',
  })

function FindingQueue({ status }: { status: 'Open' | 'Watching' }) {
  const t = useT()
  const labels = useLabels('watch')
  const address = useSearchParams()[0]
  const OutletCode = address.get('OutletCode')
  const Name = address.get('Name')
  const list = useFindings(status, { ...(OutletCode && { OutletCode }), ...(Name && { Name }) })
  const all = useFindings(status, {})
  const rowOf = (finding: Finding) => ({
    id: finding.FindingId,
    person: finding.Name,
    icon: <EyeIcon />,
    what: (
      <Glance
        what={whatHappened(t, finding)}
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
  const narrowed = OutletCode !== null || Name !== null
  return (
    <QueuePage
      // What was decided before belongs to what was shown before.
      key={`${OutletCode} ${Name}`}
      path={watchPath()}
      label={t('watch:screens.watch')}
      about={t('watch:lede')}
      list={list}
      rowOf={rowOf}
      filter={<WhoAndWhere of={all.data?.rows ?? []} />}
      kinds={Object.fromEntries(Pattern.options.map((pattern) => [pattern, labels.value('Pattern', pattern)]))}
      empty={
        narrowed
          ? { title: t('watch:noneHere') }
          : { title: t(`watch:empty.${status}`), hint: t(`watch:emptyHint.${status}`) }
      }
      review={(id) => <FindingReview key={id} FindingId={id} />}
    />
  )
}

/** What happened today is found now; the rest of it the nightly batch finds by itself. */
function CheckNow() {
  const t = useT()
  const check = useCall(checkNow, {
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
