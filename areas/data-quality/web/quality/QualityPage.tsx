import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import { QUEUE_ROWS_MAX } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { countIssues, Issue, listCustomersWithIssues } from '../../contract/quality.ts'
import { qualityPath } from '../../paths.ts'
import { CustomersWithIssuesList } from './QualityList.tsx'
import { CustomerIssuesReview } from './QualityReview.tsx'

/** The page with the customers whose data is incomplete or doubtful, as a queue or as a list. */
export function DataQualityPage() {
  const t = useT()
  const { show, tools } = useQueueParts(['queue', 'all'], {
    label: t('kit:verbs.show'),
    word: (mode) => t(`data-quality:quality.shows.${mode}`),
  })
  const requestedIssue = useSearchParams()[0].get('Issue')
  const issue = Issue.options.find((option) => option === requestedIssue)
  return (
    <>
      {tools}
      {show === 'all' ? <CustomersWithIssuesList /> : <QualityQueue key={issue} issue={issue} />}
    </>
  )
}

function QualityQueue({ issue }: { issue: Issue | undefined }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const list = useRead(listCustomersWithIssues, { Search: { ...(issue && { Issue: issue }) }, Rows: QUEUE_ROWS_MAX })
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
          <QueueEntrySummary
            what={Issues.map((customerIssue) => labels.value('Issue', customerIssue)).join(listSeparator())}
            by={
              <bdi>
                {RegisteredOutletCode}
                {ContactNo && (
                  <>
                    {' · '}
                    <PhoneText number={ContactNo} />
                  </>
                )}
              </bdi>
            }
          />
        ),
        when: CreatedAt,
      })}
      empty={{ title: t('data-quality:quality.none'), hint: t('data-quality:quality.noneHint') }}
      review={(id) => <CustomerIssuesReview key={id} CustomerId={id} />}
    />
  )
}

/** Filters the queue by one data issue. Each choice shows its number of customers. */
function IssueChoice({ issue, all }: { issue: Issue | undefined; all: number | undefined }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const [, setAddress] = useSearchParams()
  const { data } = useRead(countIssues, {})
  const choices = (data?.rows ?? []).filter(({ Issue: value, Count }) => Count > 0 || value === issue)
  return (
    <Select
      className="carat-grow"
      aria-label={t('data-quality:quality.issues')}
      value={issue ?? ''}
      onChange={(selected) => setAddress(selected ? { Issue: selected } : {}, { replace: true })}
      options={[
        { value: '', label: [t('data-quality:quality.allIssues'), all && formatPoints(all)].filter(Boolean).join(' ') },
        ...choices.map(({ Issue: value, Count }) => ({
          value,
          label: `${labels.value('Issue', value)} ${formatPoints(Count)}`,
        })),
      ]}
    />
  )
}
