import { Segmented } from 'antd'
import { CheckIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { type BulkAction, type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useReviewed } from '#kit/web/table/useReviewed.ts'
import { useShow } from '#kit/web/useShow.ts'
import { type Amendment, listAmendments, ProfileField, reviewAmendment } from '../../contract/amendments.ts'
import { amendmentsPath, customerPath } from '../../paths.ts'
import { Diff } from './Diff.tsx'

const AmendmentReview = lazy(async () => ({ default: (await import('./AmendmentReview.tsx')).AmendmentReview }))

const shows = ['waiting', 'reviewed'] as const

const who: Column<Amendment>[] = [
  'FullName',
  {
    field: 'Fields',
    render: ({ Fields }) => <Diff fields={Fields} />,
    file: {
      words: async () => Object.fromEntries(ProfileField.options.map((name) => [name, t(`customers:fields.${name}`)])),
    },
  },
  { field: 'UpdatedBy', render: ({ UpdatedBy }) => <div className="carat-narrow">{UpdatedBy}</div> },
  'UpdatedAt',
]

/** Changes of who customers are, one after the other. Which one is open stands in the address. */
export function AmendmentsPage() {
  const t = useT()
  const [show, setShow] = useShow(shows)
  const { open, setOpen, linkTo } = useReviewed(amendmentsPath())
  const linkOf = ({ HistoryId }: Amendment) => linkTo(HistoryId)
  const bulk: BulkAction<Amendment>[] = [
    {
      label: t('customers:amendments.review'),
      icon: <CheckIcon aria-hidden />,
      effect: t('customers:amendments.bulkEffect'),
      refuse: ({ MayReviewYN }) => MayReviewYN === 'N' && t('customers:refusals.own_change'),
      each: ({ HistoryId }) => call(reviewAmendment, { HistoryId }, { idempotencyKey: crypto.randomUUID() }),
    },
  ]
  return (
    <>
      <ResourceTable
        key={show}
        area="customers"
        list={listAmendments}
        label={t('customers:screens.amendments')}
        rowKey="HistoryId"
        columns={show === 'waiting' ? who : [...who, 'ReviewedBy', 'ReviewedDate']}
        optional={['MembershipNo', 'AppliedYN', 'OutletCode', 'Remark', 'RegisteredOutletCode', 'ReviewRemark']}
        rowLink={linkOf}
        input={{ Search: { ReviewedYN: show === 'waiting' ? 'N' : 'Y' } }}
        toolbar={
          <Segmented<(typeof shows)[number]>
            aria-label={t('customers:amendments.show')}
            value={show}
            onChange={setShow}
            options={shows.map((value) => ({ value, label: t(`customers:amendments.shows.${value}`) }))}
          />
        }
        search={{
          MembershipNo: 'capitals',
          UpdatedBy: 'text',
          FieldName: ProfileField.options,
          DateFrom: { until: 'DateTo', label: 'customers:fields.UpdatedAt' },
          RegisteredOutletCode: 'outlet',
        }}
        searchClosed
        bulk={show === 'waiting' ? bulk : []}
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
      {open !== undefined && (
        <Suspense fallback={null}>
          <AmendmentReview HistoryId={open} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
