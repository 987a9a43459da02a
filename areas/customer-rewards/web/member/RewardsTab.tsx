import { useState } from 'react'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import {
  type CustomerReward,
  type CustomerRewardDetail,
  CustomerRewardStatus,
  extendReward,
  listCustomerRewards,
} from '../../contract.ts'
import {
  cancelClaimRewardsPath,
  cancelCollectRewardsPath,
  cancelRedeemRewardsPath,
  claimRewardsPath,
  collectRewardsPath,
} from '../../paths.ts'

const columns: Column<CustomerRewardDetail>[] = [
  { field: 'RewardName', second: 'ReferenceCode' },
  'Type',
  'Status',
  'Points',
  'ValidityTo',
  'RedeemedDate',
  'VoucherNo',
]

/** All customer rewards of a member, as a tab of the member's page. */
export function MemberRewardsTab({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has, isHQ } = useSession()
  const [rewardToExtend, setRewardToExtend] = useState<CustomerReward>()
  return (
    <>
      <ResourceTable
        area="customer-rewards"
        list={listCustomerRewards}
        name="rewards"
        label={t('customer-rewards:card.title')}
        failed="customer-rewards:titles.getRewards"
        rowKey="ReferenceCode"
        columns={columns}
        optional={['InvoiceNo', 'RedeemedOutletCode', 'ClaimedDate', 'CollectedDate', 'CancelledDate', 'Remarks']}
        input={{ Search: { MembershipNo } }}
        search={{ Status: CustomerRewardStatus.options }}
        rowName={({ RewardName, ReferenceCode }) => `${RewardName} ${ReferenceCode}`}
        actions={(row) => {
          const params = { code: row.ReferenceCode, member: row.MembershipNo }
          const active = row.Status === 'Active'
          const isRedeemed = isRedeemedKind(row.Type)
          return [
            active &&
              isRedeemed &&
              has('Collect Rewards') && { label: t('customer-rewards:act.collect'), to: collectRewardsPath(params) },
            active &&
              !isRedeemed &&
              has('Claim Rewards') && { label: t('customer-rewards:act.claim'), to: claimRewardsPath(params) },
            active &&
              isHQ &&
              has('Rewards') && { label: t('customer-rewards:act.extend'), run: () => setRewardToExtend(row) },
            active &&
              has('Cancel Redeem Rewards') && {
                label: t('customer-rewards:act.cancelRedeem'),
                to: cancelRedeemRewardsPath(params),
              },
            row.Status === 'Claimed' &&
              has('Cancel Claim Rewards') && {
                label: t('customer-rewards:act.cancelClaim'),
                to: cancelClaimRewardsPath(params),
              },
            row.Status === 'Collected' &&
              has('Cancel Collect Rewards') && {
                label: t('customer-rewards:act.cancelCollect'),
                to: cancelCollectRewardsPath(params),
              },
          ]
        }}
        empty={{ title: t('customer-rewards:card.none'), hint: t('customer-rewards:card.noneHint') }}
      />
      <FormDialog
        area="customer-rewards"
        call={extendReward}
        open={rewardToExtend !== undefined}
        title={t('customer-rewards:extendTitle', { reward: rewardToExtend?.RewardName ?? '' })}
        onClose={() => setRewardToExtend(undefined)}
        fields={['ValidityTo', 'Remarks']}
        initial={rewardToExtend && { ValidityTo: rewardToExtend.ValidityTo }}
        fixed={{ ReferenceCode: rewardToExtend?.ReferenceCode ?? '' }}
        done="customer-rewards:done.updated"
        failed="customer-rewards:titles.update"
      />
    </>
  )
}
