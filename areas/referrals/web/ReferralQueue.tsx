import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { formatPersonName, shortenPersonName } from '#kit/contract/person.ts'
import { ShortDate, ShortInstant } from '#kit/web/Dates.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatMoney, formatPoints, formatSigned, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { QUEUE_ROWS_MAX, useQueueState } from '#kit/web/queue/context.ts'
import { ChangesTable, DecisionBar, ReviewWarning } from '#kit/web/queue/Decision.tsx'
import { QueuePage } from '#kit/web/queue/QueuePage.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { approveReferral, listReferrals, Referral, rejectReferral } from '../contract.ts'
import { referrersPath } from '../paths.ts'
import { useReferralDecisionBlocker } from './useDecisions.tsx'

/** List of qualified referrals with their awards, which head office approves or rejects. */
export function ReferralQueue() {
  const t = useT()
  const labels = useLabels('referrals')
  const list = useRead(listReferrals, { Search: { Status: 'Qualified' }, Rows: QUEUE_ROWS_MAX })
  return (
    <QueuePage
      path={referrersPath()}
      label={t('referrals:shows.decide')}
      list={list}
      rowOf={({ ReferralId, FullName, ReferrerName, ReferrerPoints, Flags, QualifiedAt, NamedAt }) => ({
        id: ReferralId,
        person: FullName,
        what: (
          <QueueEntrySummary
            what={
              <>
                <bdi>{shortenPersonName(ReferrerName)}</bdi> <strong>{formatSigned(ReferrerPoints)}</strong>
              </>
            }
            warning={Flags.length > 0 && Flags.map((flag) => labels.value('Flags', flag)).join(listSeparator())}
          />
        ),
        when: QualifiedAt ?? NamedAt,
        group: Flags.length > 0 ? 'flagged' : 'others',
      })}
      groups={[
        { key: 'flagged', title: t('referrals:groups.flagged') },
        { key: 'others', title: t('referrals:groups.others') },
      ]}
      empty={{ title: t('referrals:noneDecide'), hint: t('referrals:noneDecideHint') }}
      review={(id) => <ReferralReview key={id} ReferralId={id} />}
    />
  )
}

function ReferralReview({ ReferralId }: { ReferralId: number }) {
  const t = useT()
  const labels = useLabels('referrals')
  const { data, error, refetch } = useRead(listReferrals, { Search: { ReferralId } })
  const referral = data?.rows[0]
  if (!referral)
    return (
      <QueueReview id={ReferralId} title={t('referrals:referrals')} error={error} onRetry={() => void refetch()}>
        {undefined}
      </QueueReview>
    )
  const { ApproveFrom, CustomerId, Flags, FriendPoints, FullName, MembershipNo, OutletCode, ReferrerName } = referral
  return (
    <QueueReview
      id={ReferralId}
      person={FullName}
      to={customerPath({ CustomerId })}
      number={[MembershipNo, OutletCode].filter(Boolean).join(' · ')}
      requestInfo={
        <>
          {t('referrals:recommendedBy', { name: formatPersonName(ReferrerName) })},{' '}
          <ShortInstant value={referral.NamedAt} />
        </>
      }
      bar={referral.Status === 'Qualified' && <ReferralDecision referral={referral} />}
      error={error}
      onRetry={() => void refetch()}
    >
      {Flags.length > 0 && (
        <ReviewWarning
          title={t('referrals:commonHint', {
            what: Flags.map((flag) => labels.value('Flags', flag)).join(listSeparator()),
          })}
        />
      )}
      <ChangesTable
        rows={[
          {
            key: 'referrer',
            what: t('referrals:getsReferrer'),
            now: (
              <Link to={customerPath({ CustomerId: referral.ReferrerCustomerId })}>
                <bdi>{formatPersonName(ReferrerName)}</bdi>
              </Link>
            ),
            after: formatSigned(referral.ReferrerPoints),
          },
          FriendPoints > 0 && {
            key: 'friend',
            what: t('referrals:getsFriend'),
            now: <bdi>{formatPersonName(FullName)}</bdi>,
            after: formatSigned(FriendPoints),
          },
          {
            key: 'sale',
            what: t('referrals:fields.SaleAmount'),
            now: t('referrals:atLeast', { amount: formatMoney(referral.MinimumAmount, { currency: true }) }),
            after: formatMoney(referral.SaleAmount, { currency: true }),
          },
          ApproveFrom !== null &&
            Flags.length === 0 && {
              key: 'from',
              what: t('referrals:fields.ApproveFrom'),
              now: <ShortDate value={ApproveFrom} />,
              after: t('referrals:atOnce'),
            },
        ]}
      />
      <RecordFacts
        area="referrals"
        of={Referral}
        record={referral}
        fields={[
          'InvoiceNo',
          'SaleDate',
          'NamedBy',
          ...(referral.DecidedAt === null ? [] : (['Status', 'DecidedAt', 'DecisionRemark'] as const)),
        ]}
      />
    </QueueReview>
  )
}

function ReferralDecision({ referral }: { referral: Referral }) {
  const t = useT()
  const { decided } = useQueueState()
  const { notApprovable, notRejectable } = useReferralDecisionBlocker()
  const { ApproveFrom, Flags, FriendPoints, FullName, ReferralId, ReferrerName, ReferrerPoints } = referral
  const points = formatPoints(ReferrerPoints)
  const names = { name: formatPersonName(ReferrerName), friend: formatPersonName(FullName) }
  const approval = useCall(approveReferral, {
    done: ({ ReferrerAwarded, FriendAwarded }) =>
      t('referrals:approved', { points: formatPoints((ReferrerAwarded ?? 0) + (FriendAwarded ?? 0)) }),
    headline: () => t('referrals:approvedHeadline', { ...names, points }),
    failed: 'referrals:approveFailed',
    onDone: () => decided({ id: ReferralId, good: true, text: t('referrals:approvedOutcome', { points }) }),
  })
  const rejection = useCall(rejectReferral, {
    done: 'referrals:rejected',
    headline: () => t('referrals:rejectedHeadline', names),
    failed: 'referrals:rejectFailed',
    onDone: () => decided({ id: ReferralId, good: false, text: t('referrals:rejectedOutcome') }),
  })
  const approvalBlocker = notApprovable(referral)
  const isFlagged = Flags.length > 0
  if (notRejectable(referral)) return null
  return (
    <DecisionBar
      reason={isFlagged ? { label: t('kit:fields.Reason'), required: true } : { label: t('kit:queue.reasonFor') }}
      reject={{
        label: t('kit:queue.rejectMore'),
        question: { title: t('referrals:rejectQuestion', names), body: t('referrals:rejectEffect') },
        run: (Reason) => rejection.mutateAsync({ ReferralId, Reason }),
      }}
      approve={{
        label: t('referrals:approvePoints', { points }),
        blocked: approvalBlocker !== false,
        ask: {
          title: t('referrals:approveQuestion', { ...names, points }),
          body: (
            <>
              {FriendPoints > 0 && <p>{t('referrals:andFriend', { points: formatPoints(FriendPoints) })}</p>}
              {ApproveFrom && !isFlagged && (
                <p>
                  <ShortDate value={ApproveFrom} />
                </p>
              )}
            </>
          ),
        },
        run: (reason) => approval.mutateAsync({ ReferralId, Remark: reason || null }),
      }}
    />
  )
}
