import { Segmented } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useProvided } from '#kit/web/provided.ts'
import { QUEUE_MAX } from '#kit/web/queue/context.ts'
import { Queue } from '#kit/web/queue/Queue.tsx'
import { useSession } from '#kit/web/session.ts'
import { useReviewed } from '#kit/web/table/useReviewed.ts'
import { useRead } from '#kit/web/useRead.ts'
import { useShow } from '#kit/web/useShow.ts'
import { listApprovals } from '../contract.ts'
import { approvalsPath } from '../paths.ts'
import { DecidedList } from './DecidedList.tsx'
import { rowOf } from './glance.tsx'
import { RequestReview } from './RequestReview.tsx'

const shows = ['waiting', 'own', 'decided'] as const
type Waiting = Exclude<(typeof shows)[number], 'decided'>

/** The one queue of what needs a second person. Which request is open stands in the address. */
export function ApprovalsPage() {
  const t = useT()
  const [show, setShow] = useShow(shows)
  const lists = { waiting: useWaiting('N'), own: useWaiting('Y') } satisfies Record<Waiting, unknown>
  const counted = (name: Waiting) => {
    const { count } = lists[name].data ?? {}
    return count === undefined ? t(`approvals:shows.${name}`) : `${t(`approvals:shows.${name}`)} ${count}`
  }
  return (
    <Stack>
      <Row justify="spread">
        <Muted as="p">{t('approvals:lede')}</Muted>
        <Segmented
          aria-label={t('approvals:show')}
          value={show}
          onChange={setShow}
          options={shows.map((value) => ({
            value,
            label: value === 'decided' ? t('approvals:shows.decided') : counted(value),
          }))}
        />
      </Row>
      {show === 'decided' ? <DecidedList /> : <WaitingQueue key={show} show={show} list={lists[show]} />}
    </Stack>
  )
}

const useWaiting = (OwnYN: 'Y' | 'N') =>
  useRead(listApprovals, {
    Search: { Status: 'Pending', OwnYN },
    Rows: QUEUE_MAX,
    SortOption: 'RequestedAt',
    SortDirection: 'DESC',
  })

function WaitingQueue({ show, list }: { show: Waiting; list: ReturnType<typeof useWaiting> }) {
  const t = useT()
  const labels = useLabels('approvals')
  const session = useSession()
  const { requestParts } = useProvided()
  const { open, setOpen, linkTo } = useReviewed(approvalsPath())
  const partOf = (kind: string) => {
    const part = requestParts[kind]
    return part?.may(session) ? part : undefined
  }
  const waiting = list.data?.rows
  const kinds = [...new Set(waiting?.map(({ Kind }) => Kind))]
  return (
    <Queue
      label={t('approvals:screens.approvals')}
      rows={waiting?.map((approval) => rowOf(t, approval, partOf(approval.Kind)))}
      error={list.error}
      onRetry={() => void list.refetch()}
      open={open}
      onOpen={setOpen}
      linkTo={linkTo}
      groups={[
        { key: 'staff', title: t('approvals:groups.staff') },
        { key: 'automatic', title: t('approvals:groups.automatic') },
      ]}
      kinds={Object.fromEntries(kinds.map((kind) => [kind, labels.value('KindShort', kind)]))}
      empty={
        show === 'own'
          ? { title: t('approvals:emptyOwn'), hint: t('approvals:emptyOwnHint') }
          : { title: t('approvals:empty'), hint: t('approvals:emptyHint') }
      }
      review={(id) => <RequestReview key={id} ApprovalId={id} known={waiting?.find((row) => row.ApprovalId === id)} />}
    />
  )
}
