import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { QUEUE_MAX } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueShows } from '#kit/web/queue/QueuePage.tsx'
import { Glance } from '#kit/web/queue/Row.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { countIssues, Issue, listCustomersWithIssues } from '../../contract/quality.ts'
import { qualityPath } from '../../paths.ts'
import { QualityList } from './QualityList.tsx'
import { QualityReview } from './QualityReview.tsx'

/** Customers whose data is incomplete or doubtful: one after the other, or all of them in a list. */
export function QualityPage() {
  const t = useT()
  const { show, tools } = useQueueShows(['queue', 'all'], {
    label: t('kit:verbs.show'),
    word: (one) => t(`data-quality:quality.shows.${one}`),
  })
  const wanted = useSearchParams()[0].get('Issue')
  const issue = Issue.options.find((one) => one === wanted)
  return (
    <>
      {tools}
      {show === 'all' ? <QualityList /> : <QualityQueue key={issue} issue={issue} />}
    </>
  )
}

function QualityQueue({ issue }: { issue: Issue | undefined }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const list = useRead(listCustomersWithIssues, { Search: { ...(issue && { Issue: issue }) }, Rows: QUEUE_MAX })
  return (
    <QueuePage
      path={qualityPath()}
      label={t('data-quality:screens.quality')}
      list={list}
      filter={<IssueChoice issue={issue} all={issue ? undefined : list.data?.count} />}
      rowOf={({ CustomerId, FullName, Issues, RegisteredOutletCode, ContactNo, CreatedAt }) => ({
        id: CustomerId,
        person: FullName,
        what: (
          <Glance
            what={Issues.map((one) => labels.value('Issue', one)).join(', ')}
            by={
              <bdi>
                {RegisteredOutletCode}
                {ContactNo && ` · ${ContactNo}`}
              </bdi>
            }
          />
        ),
        when: CreatedAt,
      })}
      empty={{ title: t('data-quality:quality.none'), hint: t('data-quality:quality.noneHint') }}
      review={(id) => <QualityReview key={id} CustomerId={id} />}
    />
  )
}

/** One kind of issue at a time, with how many customers have it. */
function IssueChoice({ issue, all }: { issue: Issue | undefined; all: number | undefined }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const [, setAddress] = useSearchParams()
  const { data } = useRead(countIssues, {})
  const counted = (data?.rows ?? []).filter(({ Issue: one, Count }) => Count > 0 || one === issue)
  return (
    <Select
      className="carat-grow"
      aria-label={t('data-quality:quality.issues')}
      value={issue ?? ''}
      onChange={(chosen) => setAddress(chosen ? { Issue: chosen } : {}, { replace: true })}
      options={[
        { value: '', label: [t('data-quality:quality.allIssues'), all && formatPoints(all)].filter(Boolean).join(' ') },
        ...counted.map(({ Issue: value, Count }) => ({
          value,
          label: `${labels.value('Issue', value)} ${formatPoints(Count)}`,
        })),
      ]}
    />
  )
}
