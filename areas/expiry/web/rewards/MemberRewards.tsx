import { useState } from 'react'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatDate, formatInstant, formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Entries, Muted, Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  cancelExpiryRewardClaim,
  claimExpiryReward,
  type ExpiryReward,
  listExpiryRewards,
  rewardMoves,
} from '../../contract/rewards.ts'
import { monthName } from '../months.ts'

const readers = [
  'Point Expiry Reward',
  'Customer',
  'Claim Rewards',
  'Cancel Claim Rewards',
  'Member Point Statement',
] as const

/** What a member was offered before points end: claimed here, at the counter. */
export function MemberRewards({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const [claimed, setClaimed] = useState<ExpiryReward>()
  const { data } = useRead(listExpiryRewards, { Search: { MembershipNo }, Rows: 5 }, { enabled: has(readers) })
  const visible = data?.rows.filter(({ Status }) => Status !== 'Cancelled') ?? []
  if (visible.length === 0) return null
  return (
    <Card title={t('expiry:reward.ofMember')} flush>
      <Entries>
        {visible.map((reward) => (
          <li key={reward.ReferenceCode}>
            <Reward reward={reward} onClaim={() => setClaimed(reward)} />
          </li>
        ))}
      </Entries>
      <FormDialog
        area="expiry"
        call={claimExpiryReward}
        open={claimed !== undefined}
        title={t('expiry:reward.claimTitle', { reference: claimed?.ReferenceCode ?? '' })}
        onClose={() => setClaimed(undefined)}
        note={
          claimed && (
            <p className="carat-space-after">
              {t('expiry:reward.claimEffect', {
                count: claimed.Points,
                points: formatPoints(claimed.Points),
                value: formatMoney(claimed.VoucherValue, { currency: true }),
              })}
            </p>
          )
        }
        fields={[{ name: 'VoucherNo', help: 'expiry:reward.voucherHelp' }, 'Remarks']}
        fixed={{ ReferenceCode: claimed?.ReferenceCode ?? '', MembershipNo }}
        submit="expiry:reward.claim"
        done="expiry:reward.claimed"
        failed="expiry:reward.claimFailed"
      />
    </Card>
  )
}

function Reward({ reward, onClaim }: { reward: ExpiryReward; onClaim: () => void }) {
  const t = useT()
  const { has } = useSession()
  const cancel = useCall(cancelExpiryRewardClaim, {
    done: 'expiry:reward.claimCancelled',
    failed: 'expiry:reward.claimCancelFailed',
  })
  const { ReferenceCode, Status } = reward
  return (
    <>
      <Row justify="spread">
        <strong>
          <MoneyText amount={reward.VoucherValue} currency />
        </strong>
        <StatusTag area="expiry" status={Status} />
      </Row>
      <Muted as="div">
        {t('expiry:reward.pointsOf', {
          points: formatPoints(reward.Points),
          month: monthName(reward.ExpiryYear, reward.ExpiryMonth),
        })}{' '}
        · <span className="carat-figure">{ReferenceCode}</span>
      </Muted>
      <Muted as="div">
        {Status === 'Claimed'
          ? t('expiry:reward.claimedAt', {
              date: formatInstant(reward.ClaimedDate),
              outlet: reward.ClaimedOutletCode ?? '',
            })
          : t('expiry:reward.until', { date: formatDate(reward.ValidityTo) })}
        {reward.VoucherNo && ` · ${reward.VoucherNo}`}
      </Muted>
      {Status === rewardMoves.claim.from && (
        <ReasonedButton
          type="primary"
          size="small"
          reason={!has('Claim Rewards') && t('expiry:reward.noRole')}
          onClick={onClaim}
        >
          {t('expiry:reward.claim')}
        </ReasonedButton>
      )}
      {Status === rewardMoves.cancelClaim.from && has('Cancel Claim Rewards') && (
        <ConfirmAction
          label={t('expiry:reward.cancelClaim')}
          button={{ size: 'small' }}
          danger
          title={t('expiry:reward.cancelClaimQuestion', { reference: ReferenceCode })}
          body={t('expiry:reward.cancelClaimEffect')}
          reason={{ label: t('expiry:fields.Remark'), maxLength: 300, required: true }}
          run={(Remark) => cancel.mutateAsync({ ReferenceCode, Remark })}
        />
      )}
    </>
  )
}
