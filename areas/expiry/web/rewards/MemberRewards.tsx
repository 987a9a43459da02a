import { useState } from 'react'
import { counterRoles } from '#areas/customer-rewards/contract/roles.ts'
import {
  type CustomerReward,
  cancelClaim,
  claimReward,
  listCustomerRewards,
  rewardMoves,
} from '#areas/customer-rewards/contract.ts'
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
import { POINT_EXPIRY } from '../../contract/rewards.ts'
import { monthName } from '../months.ts'

const readers = [...counterRoles, 'Member Point Statement', 'Point Expiry Reward'] as const

/** What a member was offered before points end: claimed here, at the counter. */
export function MemberRewards({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const [claimed, setClaimed] = useState<CustomerReward>()
  const { data } = useRead(
    listCustomerRewards,
    { Search: { MembershipNo, Type: POINT_EXPIRY }, Rows: 5 },
    { enabled: has(readers) },
  )
  const visible = data?.rows.filter(({ Status }) => Status !== 'Cancelled' && Status !== 'Deleted') ?? []
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
        call={claimReward}
        open={claimed !== undefined}
        title={t('expiry:reward.claimTitle', { reference: claimed?.ReferenceCode ?? '' })}
        onClose={() => setClaimed(undefined)}
        note={
          claimed && (
            <p className="carat-space-after">
              {t(claimed.VoucherValue === null ? 'expiry:reward.claimTakes' : 'expiry:reward.claimEffect', {
                count: claimed.Points,
                points: formatPoints(claimed.Points),
                value: formatMoney(claimed.VoucherValue ?? '0', { currency: true }),
              })}
            </p>
          )
        }
        fields={['Remarks']}
        fixed={{
          ReferenceCode: claimed?.ReferenceCode ?? '',
          IdentifierType: 'MembershipNo',
          Identifier: MembershipNo,
        }}
        submit="expiry:reward.claim"
        done="expiry:reward.claimed"
        failed="expiry:reward.claimFailed"
      />
    </Card>
  )
}

function Reward({ reward, onClaim }: { reward: CustomerReward; onClaim: () => void }) {
  const t = useT()
  const { has } = useSession()
  const cancel = useCall(cancelClaim, {
    done: 'expiry:reward.claimCancelled',
    failed: 'expiry:reward.claimCancelFailed',
  })
  const { ReferenceCode, Status } = reward
  return (
    <>
      <div className="carat-entry">
        <Row>
          <strong>
            {reward.VoucherValue === null ? reward.RewardName : <MoneyText amount={reward.VoucherValue} currency />}
          </strong>
          <StatusTag area="expiry" status={Status} />
        </Row>
        <Muted as="div">
          {t('expiry:reward.pointsOf', {
            points: formatPoints(reward.Points),
            month: monthOf(reward),
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
      </div>
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
          run={(Reason) => cancel.mutateAsync({ ReferenceCode, Reason })}
        />
      )}
    </>
  )
}

/** The month whose points it was offered for, as it was given for it. */
function monthOf({ Period, ValidityTo }: CustomerReward) {
  const [year, month] = (Period ?? ValidityTo).split('-').map(Number) as [number, number]
  return monthName(year, month)
}
