import { Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { decisionsOf } from '#kit/web/table/Decision.tsx'
import { useReviewed } from '#kit/web/table/useReviewed.ts'
import { useShow } from '#kit/web/useShow.ts'
import { type Approval, approveRequest, listApprovals, rejectRequest } from '../contract.ts'
import { approvalsPath } from '../paths.ts'
import { sentence } from './message.ts'

const RequestReview = lazy(async () => ({ default: (await import('./RequestReview.tsx')).RequestReview }))

const shows = ['waiting', 'own', 'all'] as const

const searchOf = {
  waiting: { Status: 'Pending', OwnYN: 'N' },
  own: { OwnYN: 'Y' },
  all: {},
} as const

const decidedBy: Column<Approval> = {
  field: 'DecidedBy',
  render: ({ DecidedBy }) => <div className="carat-narrow">{DecidedBy}</div>,
}

/** The one queue of what needs a second person. Which request is open stands in the address. */
export function ApprovalsPage() {
  const t = useT()
  const [show, setShow] = useShow(shows)
  const { open, setOpen, linkTo } = useReviewed(approvalsPath())
  const linkOf = ({ ApprovalId }: Approval) => linkTo(ApprovalId)

  const columns: Column<Approval>[] = [
    { field: 'Summary', render: ({ Summary }) => <div className="carat-narrow">{sentence(t, Summary)}</div> },
    'Kind',
    { field: 'RequestedBy', render: ({ RequestedBy }) => <div className="carat-narrow">{RequestedBy}</div> },
    'RequestedAt',
    ...(show === 'waiting' ? (['OutletCode'] as const) : (['Status', decidedBy] as const)),
  ]
  const refuse = ({ MayDecideYN, OwnYN }: Approval) => {
    if (MayDecideYN === 'Y') return false
    return OwnYN === 'Y' ? t('approvals:ownHint') : t('approvals:done')
  }
  const bulk = decisionsOf(t, {
    refuse,
    approve: [approveRequest, ({ ApprovalId }: Approval) => ({ ApprovalId })],
    reject: [rejectRequest, ({ ApprovalId }, Remark) => ({ ApprovalId, Remark })],
  })

  return (
    <>
      <ResourceTable
        key={show}
        area="approvals"
        list={listApprovals}
        label={t('approvals:screens.approvals')}
        rowKey="ApprovalId"
        columns={columns}
        optional={['MembershipNo', 'OutletCode', 'Status', 'DecidedBy', 'DecidedAt', 'DecisionRemark']}
        rowName={({ Summary }) => sentence(t, Summary)}
        rowLink={linkOf}
        input={{ Search: searchOf[show] }}
        toolbar={
          <Segmented
            aria-label={t('approvals:show')}
            value={show}
            onChange={setShow}
            options={shows.map((value) => ({ value, label: t(`approvals:shows.${value}`) }))}
          />
        }
        search={{ RequestedBy: 'text', MembershipNo: 'capitals' }}
        searchClosed
        bulk={bulk}
        actions={(row) => [{ label: t('levels:review'), to: linkOf(row) }]}
        empty={() => ({ title: t('approvals:empty'), hint: t('approvals:emptyHint') })}
      />
      {open !== undefined && (
        <Suspense fallback={null}>
          <RequestReview ApprovalId={open} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
