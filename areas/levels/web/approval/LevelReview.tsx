import { Alert } from 'antd'
import { Link } from 'react-router'
import { formatPersonName, nameForGreeting } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { formatDayAndMonth, formatDecimal, formatMoney, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import {
  ChangesTable,
  DecisionBar,
  EarlierDecisionNote,
  QuotedReason,
  ReviewWarning,
} from '#kit/web/queue/Decision.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  approveLevelHistory,
  getLevelHistory,
  type LevelHistory,
  type LevelPreview,
  previewLevelHistory,
  rejectLevelHistory,
  undoLevelHistory,
} from '../../contract/level-histories.ts'
import { memberLevelsPath } from '../../paths.ts'
import { DeleteLevelRequest, LevelChangeFacts } from './ChangeFacts.tsx'
import { SpendProgress } from './SpendProgress.tsx'

type Props = { LevelHistoryId: number /** The id of the row in the reviewed list. */; id: number }

/** Shows a change of level for review: effect, spend, reason and decision. */
export function LevelChangeReview({ LevelHistoryId, id }: Props) {
  const t = useT()
  const change = useRead(getLevelHistory, { LevelHistoryId })
  const preview = useRead(previewLevelHistory, { LevelHistoryId })
  const error = change.error ?? preview.error
  const retry = () => void Promise.all([change.refetch(), preview.refetch()])
  if (!change.data || !preview.data)
    return (
      <QueueReview id={id} title={t('levels:history')} error={error} onRetry={retry}>
        {undefined}
      </QueueReview>
    )
  const { Action, MembershipNo, Name, RegisteredOutletCode, RequestedAt, RequestedBy, Status } = change.data
  return (
    <QueueReview
      id={id}
      person={Name}
      to={memberLevelsPath({ MembershipNo })}
      tag={{ name: preview.data.From?.Name ?? t('customers:member.nonPremium'), color: preview.data.From?.Color }}
      number={`${MembershipNo} · ${RegisteredOutletCode}`}
      requestInfo={
        <>
          {RequestedBy === null
            ? t(`levels:found.${Action}`)
            : t(`levels:requestedBy.${Action}`, { name: formatPersonName(RequestedBy) })}
          , <ShortInstant value={RequestedAt} />
        </>
      }
      bar={Status === 'Pending' && <DecisionActions id={id} change={change.data} preview={preview.data} />}
      error={error}
      onRetry={retry}
    >
      {Status === 'Pending' ? (
        <WhatItDoes change={change.data} preview={preview.data} />
      ) : (
        <LevelChangeFacts change={change.data} />
      )}
    </QueueReview>
  )
}

const useTierName = () => {
  const t = useT()
  return (tier: LevelPreview['To']) => tier?.Name ?? t('customers:member.nonPremium')
}

function WhatItDoes({ change, preview }: { change: LevelHistory; preview: LevelPreview }) {
  const t = useT()
  const nameOf = useTierName()
  const { From, To, Spent, SpentFrom, SpentTo, Purchases, Required, Missing, Before } = preview
  const isReview = change.Reason === 'Cycle review'
  const tier = (of: LevelPreview['To']) => <ColourTag name={nameOf(of)} color={of?.Color} />
  const multiplied = (of: LevelPreview['To']) =>
    of?.PointMultiplier && `× ${formatDecimal(Number(of.PointMultiplier).toFixed(2))}`
  return (
    <>
      {preview.ExceptionYN === 'Y' && (
        <ReviewWarning
          title={t('levels:belowRule', { missing: formatMoney(Missing, { currency: true }), to: nameOf(To) })}
        >
          {t('levels:belowRuleHint')}
        </ReviewWarning>
      )}
      <ChangesTable
        rows={[
          { key: 'tier', what: t('levels:tier'), now: tier(From), after: tier(To) },
          From?.PointMultiplier !== To?.PointMultiplier && {
            key: 'points',
            what: t('levels:multiplier'),
            now: <span className="carat-figure">{multiplied(From)}</span>,
            after: <span className="carat-figure">{multiplied(To) ?? '–'}</span>,
          },
          {
            key: 'from',
            what: t('levels:countsFrom'),
            after: preview.CountsFrom ? formatShortDate(preview.CountsFrom) : t('levels:atOnce'),
          },
          {
            key: 'cycle',
            what: t('levels:cycleEnds'),
            now: formatShortDate(preview.CycleEnd),
            after: preview.CycleEndAfter ? formatShortDate(preview.CycleEndAfter) : '–',
          },
        ]}
      />
      <SpendProgress
        label={t(isReview ? 'levels:spentThen' : 'levels:spentInCycle')}
        spent={Spent}
        required={Required}
        about={
          SpentFrom &&
          SpentTo &&
          t('levels:spentSpan', { from: formatShortDate(SpentFrom), to: formatShortDate(SpentTo), count: Purchases })
        }
        link={<Link to={memberLevelsPath({ MembershipNo: change.MembershipNo })}>{t('levels:showSales')}</Link>}
      />
      {change.Remark && (
        <QuotedReason
          title={t('levels:why', {
            name: change.RequestedBy ? nameForGreeting(change.RequestedBy) : t('levels:automatic'),
          })}
        >
          {change.Remark}
        </QuotedReason>
      )}
      {Before.map(({ RequestedAt, Status, DecidedBy, DecisionRemark }) => (
        <EarlierDecisionNote key={RequestedAt}>
          {t(Status === 'Rejected' ? 'levels:rejectedBefore' : 'levels:approvedBefore', {
            date: formatShortDate(RequestedAt),
            name: DecidedBy ? formatPersonName(DecidedBy) : t('levels:automatic'),
          })}
          {DecisionRemark && (
            <>
              : <bdi>{DecisionRemark}</bdi>
            </>
          )}
        </EarlierDecisionNote>
      ))}
    </>
  )
}

function DecisionActions({ id, change, preview }: { id: number; change: LevelHistory; preview: LevelPreview }) {
  const t = useT()
  const { decided } = useQueueState()
  const nameOf = useTierName()
  const { LevelHistoryId, MayDecideYN, Name, OwnYN, Reason } = change
  const names = { name: formatPersonName(Name), to: nameOf(preview.To) }
  const back = useCall(undoLevelHistory, {
    done: () => t('levels:undone', names),
    headline: () => t('kit:undo.done'),
    failed: 'kit:undo.failed',
  })
  const approving = useCall(approveLevelHistory, {
    done: 'levels:approved',
    headline: ({ EffectiveDate }) =>
      preview.CountsFrom
        ? t('levels:approvedHeadline', { ...names, date: formatShortDate(EffectiveDate) })
        : t('levels:approvedHeadlineNow', names),
    failed: `levels:failed.${change.Action}`,
    onDone: ({ EffectiveDate, AppliedAt }) =>
      decided({
        id,
        good: true,
        text: AppliedAt
          ? t('levels:approvedNow', names)
          : t('levels:approvedFrom', { ...names, date: formatDayAndMonth(EffectiveDate) }),
        undo: AppliedAt ? undefined : () => back.mutateAsync({ LevelHistoryId }),
      }),
  })
  const rejection = useCall(rejectLevelHistory, {
    done: 'levels:rejected',
    headline: () => t('levels:rejectedHeadline', names),
    failed: `levels:failed.${change.Action}`,
    onDone: () => decided({ id, good: false, text: t('levels:rejectedOutcome') }),
  })
  if (OwnYN === 'Y')
    return (
      <>
        <Alert className="carat-queue-reason" type="info" showIcon title={t('levels:refusals.own_request')} />
        <DeleteLevelRequest change={change} />
      </>
    )
  if (MayDecideYN === 'N') return <Alert type="info" showIcon title={t('levels:notAllowed')} />
  const exception = preview.ExceptionYN === 'Y'
  return (
    <DecisionBar
      reason={exception ? { label: t('levels:exceptionReason'), required: true } : { label: t('kit:queue.reasonFor') }}
      reject={{
        label: t('kit:queue.rejectMore'),
        question: {
          title: t('levels:rejectQuestion', names),
          body: Reason === 'Cycle review' ? t('levels:rejectReview') : undefined,
        },
        run: (DecisionRemark) => rejection.mutateAsync({ LevelHistoryId, DecisionRemark }),
      }}
      approve={{
        label: t('levels:approveTo', names),
        ask: preview.CountsFrom
          ? undefined
          : { title: t('levels:approveQuestion', names), body: t('levels:approveAtOnce') },
        run: (reason) => approving.mutateAsync({ LevelHistoryId, DecisionRemark: reason || null }),
      }}
    />
  )
}

/** Shows the level change of a request in the queue of approval requests. */
export const LevelChangeReviewOfRequest = ({ ObjectId, id }: { ObjectId: string; id: number }) => (
  <LevelChangeReview LevelHistoryId={Number(ObjectId)} id={id} />
)
