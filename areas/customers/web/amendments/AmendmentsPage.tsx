import { CheckIcon } from 'lucide-react'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { listSeparator } from '#kit/web/format.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { QUEUE_ROWS_MAX } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { BulkAction } from '#kit/web/table/bulk.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type Amendment, listAmendments, ProfileField, reviewAmendment } from '../../contract/amendments.ts'
import { amendmentsPath, customerPath } from '../../paths.ts'
import { AmendmentReview } from './AmendmentReview.tsx'
import { AmendmentDiff } from './Diff.tsx'

/** Shows amendments as a review queue beside the open amendment, or as a list. The URL contains the open amendment. */
export function AmendmentsPage() {
  const t = useT()
  const labels = useLabels('customers')
  const list = useRead(listAmendments, {
    Search: { ReviewedYN: 'N' },
    Rows: QUEUE_ROWS_MAX,
    SortOption: 'UpdatedAt',
    SortDirection: 'DESC',
  })
  const { show, tools } = useQueueParts(['waiting', 'all'], {
    label: t('customers:amendments.show'),
    word: (view) => t(`customers:amendments.shows.${view}`),
    counts: { waiting: list.data?.count },
  })
  const queue = (
    <QueuePage
      path={amendmentsPath()}
      label={t('customers:screens.amendments')}
      list={list}
      rowOf={({ HistoryId, FullName, Fields, UpdatedBy, UpdatedAt, OutletCode, Source }) => ({
        id: HistoryId,
        person: FullName,
        what: (
          <QueueEntrySummary
            what={Fields.map(({ FieldName }) => labels.field(FieldName)).join(listSeparator())}
            by={<bdi>{[formatPersonName(UpdatedBy), OutletCode].filter(Boolean).join(listSeparator())}</bdi>}
          />
        ),
        when: UpdatedAt,
        kind: Source,
      })}
      kinds={{
        CRM: labels.value('Source', 'CRM'),
        'Self Registration Portal': labels.value('Source', 'Self Registration Portal'),
      }}
      empty={{ title: t('customers:amendments.none'), hint: t('customers:amendments.noneHint') }}
      review={(id) => <AmendmentReview key={id} HistoryId={id} />}
    />
  )
  return (
    <>
      {tools}
      {show === 'waiting' ? queue : <AmendmentList />}
    </>
  )
}

const columns: Column<Amendment>[] = [
  'FullName',
  {
    field: 'Fields',
    render: ({ Fields }) => <AmendmentDiff fields={Fields} />,
    file: {
      words: async () => Object.fromEntries(ProfileField.options.map((name) => [name, t(`customers:fields.${name}`)])),
    },
  },
  'UpdatedBy',
  'UpdatedAt',
  'ReviewedBy',
  'ReviewedDate',
]

/** The list of all amendments, with a bulk action that marks amendments as reviewed. */
function AmendmentList() {
  const t = useT()
  const linkOf = ({ HistoryId, CustomerId, ReviewedDate }: Amendment) =>
    ReviewedDate === null ? amendmentsPath({ id: HistoryId }) : customerPath({ CustomerId })
  const bulk: BulkAction<Amendment>[] = [
    {
      label: t('customers:amendments.review'),
      icon: <CheckIcon aria-hidden />,
      effect: t('customers:amendments.bulkEffect'),
      refuse: ({ MayReviewYN, ReviewedBy }) => {
        if (MayReviewYN === 'Y') return false
        return ReviewedBy === null
          ? t('customers:refusals.own_change')
          : t('customers:refusals.reviewed', { ReviewedBy })
      },
      each: ({ HistoryId }) => call(reviewAmendment, { HistoryId }, { idempotencyKey: crypto.randomUUID() }),
    },
  ]
  return (
    <ResourceTable
      area="customers"
      list={listAmendments}
      label={t('customers:screens.amendments')}
      rowKey="HistoryId"
      columns={columns}
      optional={['MembershipNo', 'AppliedYN', 'OutletCode', 'Remark', 'RegisteredOutletCode', 'ReviewRemark']}
      rowLink={linkOf}
      search={{
        MembershipNo: 'capitals',
        UpdatedBy: 'text',
        FieldName: ProfileField.options,
        ReviewedYN: { kind: 'yes-no', label: 'customers:amendments.reviewedYN' },
        DateFrom: { until: 'DateTo', label: 'customers:fields.UpdatedAt' },
        RegisteredOutletCode: 'outlet',
      }}
      bulk={bulk}
      actions={(row) => [
        { label: t('customers:amendments.look'), to: linkOf(row) },
        { label: t('kit:verbs.view'), to: customerPath(row) },
      ]}
      empty={(filters) =>
        Object.keys(filters).length > 0
          ? undefined
          : { title: t('customers:amendments.none'), hint: t('customers:amendments.noneHint') }
      }
    />
  )
}
