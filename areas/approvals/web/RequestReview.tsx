import { Alert } from 'antd'
import { statementPath } from '#areas/points/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { formatPersonName, nameForGreeting } from '#kit/contract/person.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { formatMoney, formatPoints, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import { ChangesTable, DecisionBar, QuotedReason, ReviewWarning } from '#kit/web/queue/Decision.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { useSession } from '#kit/web/session.ts'
import { useSlot } from '#kit/web/slots.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import {
  type Approval,
  type ApprovalEffect,
  AUTOMATIC_REQUESTER_NAME,
  approveRequest,
  getApproval,
  rejectRequest,
  withdrawRequest,
} from '../contract.ts'
import {
  fileRequestIcon,
  findConcernedPersonName,
  renderRequestTitle,
  requestShortTextKey,
  requestShortTextParams,
} from './glance.tsx'
import { translateApprovalMessage } from './message.ts'
import { RequestFacts } from './RequestFacts.tsx'
import { requestViewsSlot } from './slots.ts'

type Props = { ApprovalId: number; known: Approval | undefined }

/** Shows a request for review, in the view of its area or as a list of its effects. */
export function RequestReview({ ApprovalId, known: listedApproval }: Props) {
  const session = useSession()
  const views = useSlot(requestViewsSlot)
  const { data, error, refetch } = useRead(getApproval, { ApprovalId })
  const approval = data ?? listedApproval
  const view = approval && views.find(({ kind }) => kind === approval.Kind)
  if (approval && view?.mayOpen(session)) return <view.Review ObjectId={approval.ObjectId} id={ApprovalId} />
  return <PlainReview id={ApprovalId} approval={data} error={error} onRetry={() => void refetch()} />
}

type FullRequest = Reply<typeof getApproval>
type PlainProps = { id: number; approval: FullRequest | undefined; error: unknown; onRetry: () => void }

function PlainReview({ id, approval, error, onRetry }: PlainProps) {
  const t = useT()
  const labels = useLabels('approvals')
  if (!approval)
    return (
      <QueueReview id={id} title={t('approvals:screens.approvals')} error={error} onRetry={onRetry}>
        {undefined}
      </QueueReview>
    )
  const { Kind, MembershipNo, OutletCode, RequestedBy, RequestedAt, Status } = approval
  const requesterParams = { kind: labels.value('Kind', Kind), name: formatPersonName(RequestedBy) }
  return (
    <QueueReview
      id={id}
      person={findConcernedPersonName(approval)}
      title={renderRequestTitle(t, approval)}
      icon={fileRequestIcon}
      to={MembershipNo ? statementPath({ MembershipNo }) : undefined}
      number={[MembershipNo, OutletCode].filter(Boolean).join(' · ')}
      requestInfo={
        <>
          {t(RequestedBy === AUTOMATIC_REQUESTER_NAME ? 'approvals:found' : 'approvals:requestedBy', requesterParams)},{' '}
          <ShortInstant value={RequestedAt} />
        </>
      }
      bar={<Bar id={id} approval={approval} />}
      error={error}
      onRetry={onRetry}
    >
      {Status === 'Pending' ? <RequestEffects approval={approval} /> : <RequestFacts approval={approval} />}
    </QueueReview>
  )
}

const REMARK = 'approvals:effect.remark'

function RequestEffects({ approval }: { approval: FullRequest }) {
  const t = useT()
  const { Effects, Obstacle, RequestedBy, Summary } = approval
  const remark = Effects.find(({ What }) => What.key === REMARK)?.After
  const warnings = Effects.filter(({ Before, After }) => Before === null && After === null)
  const changes = Effects.filter((effect) => effect.What.key !== REMARK && !warnings.includes(effect))
  return (
    <>
      <p className="carat-queue-what">{translateApprovalMessage(t, Summary)}</p>
      {Obstacle && <ReviewWarning title={t('approvals:obstacle')}>{Obstacle.message}</ReviewWarning>}
      {warnings.map(({ What }) => (
        <ReviewWarning key={What.key} title={translateApprovalMessage(t, What)} />
      ))}
      {changes.length > 0 && (
        <ChangesTable
          rows={changes.map(({ What, Before, After }) => ({
            key: `${What.key} ${translateApprovalMessage(t, What)}`,
            what: translateApprovalMessage(t, What),
            now: toDisplay(Before),
            after: toDisplay(After) ?? '–',
          }))}
        />
      )}
      {typeof remark === 'string' && (
        <QuotedReason title={t('approvals:why', { name: nameForGreeting(RequestedBy) })}>{remark}</QuotedReason>
      )}
    </>
  )
}

function toDisplay(value: ApprovalEffect['Before']) {
  if (value === null) return undefined
  if (typeof value === 'number') return <span className="carat-figure">{formatPoints(value)}</span>
  if (/^-?\d+\.\d\d$/.test(value)) return <span className="carat-figure">{formatMoney(value)}</span>
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatShortDate(value) : <bdi>{value}</bdi>
}

function Bar({ id, approval }: { id: number; approval: FullRequest }) {
  const t = useT()
  const labels = useLabels('approvals')
  const { decided } = useQueueState()
  const { ApprovalId, MayDecideYN, Obstacle, OwnYN, RequestedBy, Status, Summary } = approval
  const summary = translateApprovalMessage(t, Summary)
  const approving = useCall(approveRequest, {
    done: 'approvals:approved',
    headline: () => t('approvals:approvedHeadline', { what: summary }),
    failed: 'approvals:approveFailed',
    onDone: () => decided({ id, good: true, text: labels.value('Status', 'Approved') }),
  })
  const rejection = useCall(rejectRequest, {
    done: 'approvals:rejected',
    headline: () => t('approvals:rejectedHeadline', { what: summary }),
    failed: 'approvals:rejectFailed',
    onDone: () => decided({ id, good: false, text: labels.value('Status', 'Rejected') }),
  })
  const withdrawal = useCall(withdrawRequest, {
    done: 'approvals:withdrawn',
    headline: () => t('approvals:withdrawnHeadline', { what: summary }),
    failed: 'approvals:withdrawFailed',
    onDone: () => decided({ id, good: false, text: labels.value('Status', 'Withdrawn') }),
  })
  if (Status !== 'Pending') return null
  if (OwnYN === 'Y')
    return (
      <>
        <Alert className="carat-queue-reason" type="info" showIcon title={t('approvals:ownHint')} />
        <ConfirmAction
          label={t('approvals:withdraw')}
          title={t('approvals:withdrawQuestion')}
          body={summary}
          run={() => withdrawal.mutateAsync({ ApprovalId })}
        />
      </>
    )
  if (MayDecideYN === 'N') return null
  const key = requestShortTextKey(approval)
  return (
    <DecisionBar
      reason={{ label: t('kit:queue.reasonFor') }}
      reject={{
        label: t('kit:queue.rejectMore'),
        question: { title: t('approvals:rejectQuestion', { name: formatPersonName(RequestedBy) }), body: summary },
        run: (Remark) => rejection.mutateAsync({ ApprovalId, Remark }),
      }}
      approve={{
        label: key
          ? t(`approvals:approveWhat.${key}` as TextKey, requestShortTextParams(approval, key))
          : t('kit:verbs.approve'),
        blocked: Obstacle !== null,
        ask: { title: t('approvals:approveQuestion', { what: summary }), body: t('approvals:approveEffect') },
        run: (reason) => approving.mutateAsync({ ApprovalId, Remark: reason || null }),
      }}
    />
  )
}
