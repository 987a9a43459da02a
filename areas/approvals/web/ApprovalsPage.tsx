import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { QUEUE_ROWS_MAX } from '#kit/web/queue/context.ts'
import { QueuePage, useQueueParts } from '#kit/web/queue/QueuePage.tsx'
import { useSession } from '#kit/web/session.ts'
import { useSlot } from '#kit/web/slots.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listApprovals } from '../contract.ts'
import { approvalsPath } from '../paths.ts'
import { DecidedRequestsList } from './DecidedList.tsx'
import { toApprovalQueueRow } from './glance.tsx'
import { RequestReview } from './RequestReview.tsx'
import { requestViewsSlot } from './slots.ts'

/** Shows the queue of all approval requests. The URL contains the id of the open request. */
export function ApprovalsPage() {
  const t = useT()
  const lists = { waiting: useWaiting('N'), own: useWaiting('Y') }
  const { show, tools } = useQueueParts(['waiting', 'own', 'decided'], {
    label: t('approvals:show'),
    word: (part) => t(`approvals:shows.${part}`),
    counts: { waiting: lists.waiting.data?.count, own: lists.own.data?.count },
  })
  return (
    <>
      {tools}
      {show === 'decided' ? <DecidedRequestsList /> : <RequestQueue key={show} show={show} list={lists[show]} />}
    </>
  )
}

function RequestQueue({ show, list }: { show: 'waiting' | 'own'; list: ReturnType<typeof useWaiting> }) {
  const t = useT()
  const labels = useLabels('approvals')
  const session = useSession()
  const views = useSlot(requestViewsSlot)
  const pendingRows = list.data?.rows
  const viewOf = (kind: string) => views.find((view) => view.kind === kind && view.mayOpen(session))
  return (
    <QueuePage
      path={approvalsPath()}
      label={t('approvals:screens.approvals')}
      about={t('approvals:lede')}
      list={list}
      rowOf={(approval) => toApprovalQueueRow(t, approval, viewOf(approval.Kind))}
      groups={[
        { key: 'staff', title: t('approvals:groups.staff') },
        { key: 'automatic', title: t('approvals:groups.automatic') },
      ]}
      kinds={Object.fromEntries(
        [...new Set(pendingRows?.map(({ Kind }) => Kind))].map((kind) => [kind, labels.value('KindShort', kind)]),
      )}
      empty={
        show === 'own'
          ? { title: t('approvals:emptyOwn'), hint: t('approvals:emptyOwnHint') }
          : { title: t('approvals:empty'), hint: t('approvals:emptyHint') }
      }
      review={(id) => (
        <RequestReview key={id} ApprovalId={id} known={pendingRows?.find((row) => row.ApprovalId === id)} />
      )}
    />
  )
}

const useWaiting = (OwnYN: 'Y' | 'N') =>
  useRead(listApprovals, {
    Search: { Status: 'Pending', OwnYN },
    Rows: QUEUE_ROWS_MAX,
    SortOption: 'RequestedAt',
    SortDirection: 'DESC',
  })
