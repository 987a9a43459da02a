import { Link, useNavigate } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { salePath } from '#areas/sales/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import { DecisionBar, ReviewWarning } from '#kit/web/queue/Decision.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { keepReward, listRewardReviews, RewardReview } from '../../contract/reviews.ts'
import { cancelClaim, cancelCollect } from '../../contract.ts'
import { cancelRedeemRewardsPath } from '../../paths.ts'

/** Reviews one handed-over reward: its sale, the amount left after returns, and the decision. */
export function RewardReviewDetail({ ReviewId }: { ReviewId: number }) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const { data, error, refetch } = useRead(listRewardReviews, { Search: { ReviewId } })
  const review = data?.rows[0]
  if (!review)
    return (
      <QueueReview
        id={ReviewId}
        title={t('customer-rewards:screens.reviews')}
        error={error}
        onRetry={() => void refetch()}
      >
        {undefined}
      </QueueReview>
    )
  const { AmountLeft, Cause, CustomerId, DoneByName, FullName, InvoiceNo, MembershipNo, MinimumSpend, OutletCode } =
    review
  const amountLeft = AmountLeft === null ? null : formatMoney(AmountLeft, { currency: true })
  return (
    <QueueReview
      id={ReviewId}
      person={FullName}
      to={customerPath({ CustomerId })}
      number={[MembershipNo, OutletCode].filter(Boolean).join(' · ')}
      requestInfo={
        <>
          {labels.value('Cause', Cause)}, <ShortInstant value={review.CreatedAt} />
        </>
      }
      bar={review.Status === 'Open' && <ReviewDecision review={review} />}
      error={error}
      onRetry={() => void refetch()}
    >
      <ReviewWarning title={t(`customer-rewards:reviews.cause.${Cause}`, { invoice: InvoiceNo ?? '' })}>
        {amountLeft !== null && Cause === 'Sale cancelled' && (
          <Muted>
            {t('customer-rewards:reviews.left')}:{' '}
            {Number(MinimumSpend) > 0
              ? t('customer-rewards:reviews.leftOf', {
                  left: amountLeft,
                  least: formatMoney(MinimumSpend!, { currency: true }),
                })
              : amountLeft}
          </Muted>
        )}
      </ReviewWarning>
      <SummaryBar
        small
        label={review.RewardName}
        items={[
          { label: labels.field('RewardName'), value: <bdi>{review.RewardName}</bdi> },
          { label: labels.field('RewardStatus'), value: labels.value('Status', review.RewardStatus) },
          review.DoneAt !== null && {
            label: t('customer-rewards:reviews.handedOver'),
            value: <ShortInstant value={review.DoneAt} />,
          },
          InvoiceNo !== null && {
            label: labels.field('InvoiceNo'),
            value: <Link to={salePath({ TransactionType: 'N', InvoiceNo })}>{InvoiceNo}</Link>,
          },
          DoneByName !== null && {
            label: labels.field('DoneByName'),
            value: <bdi>{formatPersonName(DoneByName)}</bdi>,
          },
        ]}
      />
      <RecordFacts
        area="customer-rewards"
        of={RewardReview}
        record={review}
        fields={[
          'ReferenceCode',
          'Type',
          'Points',
          'VoucherNo',
          ...(review.DecidedAt === null ? [] : (['Status', 'Reason', 'DecidedBy', 'DecidedAt'] as const)),
        ]}
      />
    </QueueReview>
  )
}

function ReviewDecision({ review }: { review: RewardReview }) {
  const t = useT()
  const { has } = useSession()
  const { decided } = useQueueState()
  const navigate = useNavigate()
  const { ReviewId, ReferenceCode, RewardName: reward, RewardStatus, Version } = review
  const isClaimed = RewardStatus === 'Claimed'
  const undoneText = t(isClaimed ? 'customer-rewards:reviews.undoneClaim' : 'customer-rewards:reviews.undoneCollect')
  const cancelOptions = {
    headline: () => t('customer-rewards:reviews.undoneHeadline', { reward }),
    done: () => undoneText,
    failed: 'customer-rewards:reviews.keepFailed',
    onDone: () => decided({ id: ReviewId, good: false, text: undoneText }),
  } as const
  const keep = useCall(keepReward, {
    headline: () => t('customer-rewards:reviews.keepHeadline', { reward }),
    done: 'customer-rewards:reviews.keepDone',
    failed: 'customer-rewards:reviews.keepFailed',
    onDone: () => decided({ id: ReviewId, good: true, text: t('customer-rewards:reviews.keepDone') }),
  })
  const claim = useCall(cancelClaim, cancelOptions)
  const collect = useCall(cancelCollect, {
    ...cancelOptions,
    // Cancelling the collection keeps the redemption, so the follow-up action can cancel the redemption as well.
    ...(has('Cancel Redeem Rewards') && {
      act: () => ({
        label: t('customer-rewards:reviews.cancelRedeem'),
        run: () => navigate(cancelRedeemRewardsPath({ code: ReferenceCode })),
      }),
    }),
  })
  const canCancel = has(isClaimed ? 'Cancel Claim Rewards' : 'Cancel Collect Rewards')
  return (
    <>
      {!canCancel && <Muted>{t('customer-rewards:reviews.noRole')}</Muted>}
      <DecisionBar
        reason={{ label: t('kit:fields.Reason'), required: true }}
        {...(canCancel && {
          reject: {
            label: t(isClaimed ? 'customer-rewards:reviews.cancelClaim' : 'customer-rewards:reviews.cancelCollect'),
            question: {
              title: t(
                isClaimed ? 'customer-rewards:reviews.claimQuestion' : 'customer-rewards:reviews.collectQuestion',
                { reward },
              ),
              body: t(isClaimed ? 'customer-rewards:reviews.claimEffect' : 'customer-rewards:reviews.collectEffect'),
              ok: t(isClaimed ? 'customer-rewards:reviews.cancelClaim' : 'customer-rewards:reviews.cancelCollect'),
            },
            run: (Reason: string) =>
              isClaimed
                ? claim.mutateAsync({ ReferenceCode, Reason })
                : collect.mutateAsync({ ReferenceCode, Reason, ItemBackYN: 'Y' }),
          },
        })}
        approve={{
          label: t('customer-rewards:reviews.keep'),
          run: (Reason) => keep.mutateAsync({ ReviewId, Version, Reason }),
        }}
      />
    </>
  )
}
