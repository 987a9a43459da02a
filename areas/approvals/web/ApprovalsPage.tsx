import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { type BulkAction, type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { type Approval, approveRequest, listApprovals, rejectRequest } from '../contract.ts'
import { sentence } from './said.ts'
import './approvals.css'

const RequestReview = lazy(async () => ({ default: (await import('./RequestReview.tsx')).RequestReview }))

const shows = ['waiting', 'own', 'all'] as const
type Show = (typeof shows)[number]

const searchOf = {
  waiting: { Status: 'Pending', OwnYN: 'N' },
  own: { OwnYN: 'Y' },
  all: {},
} as const

/** The one queue of what needs a second person. Which request is open stands in the address. */
export function ApprovalsPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const asked = address.get('show') as Show
  const show = shows.includes(asked) ? asked : 'waiting'
  const open = /^\d{1,15}$/.test(address.get('id') ?? '') ? Number(address.get('id')) : undefined

  const set = (name: string, value: string | number | undefined) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, String(value))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const linkOf = ({ ApprovalId }: Approval) => {
    const next = new URLSearchParams(address)
    next.set('id', String(ApprovalId))
    return `/settings/approvals?${next}`
  }

  const columns: Column<Approval>[] = [
    { field: 'Summary', render: ({ Summary }) => sentence(t, Summary) },
    'Kind',
    'RequestedBy',
    'RequestedAt',
    ...(show === 'waiting' ? (['OutletCode'] as const) : (['Status', 'DecidedBy'] as const)),
  ]
  const refuse = ({ MayDecideYN, OwnYN }: Approval) => {
    if (MayDecideYN === 'Y') return false
    return OwnYN === 'Y' ? t('approvals:ownHint') : t('approvals:done')
  }
  const bulk: BulkAction<Approval>[] = [
    {
      label: t('kit:decide.approve'),
      icon: <CheckOutlined aria-hidden />,
      refuse,
      each: ({ ApprovalId }) => call(approveRequest, { ApprovalId }, { idempotencyKey: crypto.randomUUID() }),
    },
    {
      label: t('kit:decide.reject'),
      icon: <CloseOutlined aria-hidden />,
      danger: true,
      refuse,
      reason: { label: t('kit:decide.why'), maxLength: 300, required: true },
      each: ({ ApprovalId }, Remark) =>
        call(rejectRequest, { ApprovalId, Remark }, { idempotencyKey: crypto.randomUUID() }),
    },
  ]

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
          <Segmented<Show>
            aria-label={t('approvals:show')}
            value={show}
            onChange={(value) => set('show', value === 'waiting' ? undefined : value)}
            options={shows.map((value) => ({ value, label: t(`approvals:shows.${value}`) }))}
          />
        }
        search={{ RequestedBy: 'text', MembershipNo: 'capitals' }}
        searchClosed
        bulk={bulk}
        actions={(row) => [{ label: t('approvals:review'), to: linkOf(row) }]}
        empty={() => ({ title: t('approvals:empty'), hint: t('approvals:emptyHint') })}
      />
      {open !== undefined && (
        <Suspense fallback={null}>
          <RequestReview ApprovalId={open} onOpen={(id) => set('id', id)} />
        </Suspense>
      )}
    </>
  )
}
