import { GiftIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { statementPath } from '#areas/points/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { BulkAction } from '#kit/web/table/bulk.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRecordDialog } from '#kit/web/useRecordDialog.ts'
import {
  addExpiryReward,
  cancelExpiryReward,
  type EligibleMember,
  EligibleStatus,
  type ExpiryReward,
  listMembersForExpiryReward,
} from '../../contract/rewards.ts'
import { formatMonthName } from '../months.ts'
import { ExpiryMonthChoice } from './MonthChoice.tsx'
import { ExpiryRewardSummary } from './OfferedReward.tsx'

const OfferDialog = lazy(async () => ({ default: (await import('./OfferDialog.tsx')).OfferExpiryRewardDialog }))

const columns: Column<EligibleMember>[] = [
  {
    field: 'FullName',
    second: 'MembershipNo',
  },
  'OutletCode',
  'ExpiryDate',
  'PointExpiry',
  'PointBalance',
  {
    field: 'RewardName',
    width: 200,
    render: (row) => row.RewardName && <ExpiryRewardSummary row={row} />,
    file: { fields: ['RewardCode', 'RewardName', 'RewardPoints', 'RewardValue'] },
  },
  'Status',
]

/** Lists members who are eligible for an expiry reward, and expiry rewards that were already offered. */
export function ExpiryRewardsPage() {
  const t = useT()
  const { isHQ, has } = useSession()
  const dialog = useRecordDialog(listMembersForExpiryReward, 'Key')
  const add = useCall(addExpiryReward, {
    done: 'expiry:reward.added',
    failed: 'expiry:reward.memberFailed',
  })
  const cancel = useCall(cancelExpiryReward, {
    done: 'expiry:reward.cancelled',
    failed: 'expiry:reward.cancelFailed',
  })
  const canViewStatement = has(['Customer', 'Customer Transaction', 'Member Point Statement'])
  const blockerOf = (row: EligibleMember) =>
    (row.ReferenceCode !== null && t('expiry:reward.exists')) || (row.RewardPoints === 0 && t('expiry:reward.tooFew'))
  const create: BulkAction<EligibleMember> = {
    label: t('expiry:reward.create'),
    icon: <GiftIcon aria-hidden />,
    effect: t('expiry:reward.effect'),
    refuse: blockerOf,
    each: (row) => call(addExpiryReward, pickMemberAndMonth(row), { idempotencyKey: crypto.randomUUID() }),
    undo: (_, reply) =>
      call(cancelExpiryReward, { ReferenceCode: (reply as ExpiryReward).ReferenceCode, Remark: t('kit:undo.undo') }),
  }

  return (
    <>
      <ResourceTable
        area="expiry"
        list={listMembersForExpiryReward}
        label={t('expiry:reward.list')}
        rowKey="Key"
        columns={columns}
        optional={['MembershipNo', 'IdNo', 'ContactNo', 'Email', 'ReferenceCode']}
        rowName={(row) => `${formatPersonName(row.FullName)} · ${formatMonthName(row.ExpiryYear, row.ExpiryMonth)}`}
        toolbar={(filtering) => <ExpiryMonthChoice {...filtering} />}
        bulk={isHQ ? [create] : []}
        search={{
          MembershipNo: 'capitals',
          IdNo: 'capitals',
          ContactNo: 'text',
          Email: 'text',
          OutletCode: 'outlet',
          Status: EligibleStatus.options,
          DateFrom: { until: 'DateTo', label: 'expiry:fields.ExpiryDate' },
        }}
        actions={(row) => [
          isHQ && {
            label: t('expiry:reward.create'),
            disabled: blockerOf(row),
            run: () => add.mutateAsync(pickMemberAndMonth(row)),
          },
          isHQ && {
            label: t('expiry:reward.otherTerms'),
            disabled: row.ReferenceCode !== null && t('expiry:reward.exists'),
            run: () => dialog.edit(row),
          },
          isHQ &&
            row.ReferenceCode !== null && {
              label: t('expiry:reward.cancel'),
              danger: true,
              disabled: row.Status !== 'Active' && t('expiry:reward.notActive'),
              confirm: {
                title: t('expiry:reward.cancelQuestion', { name: formatPersonName(row.FullName) }),
                reason: { label: t('expiry:fields.Remark'), maxLength: 300, required: true },
              },
              run: (Remark: string) => cancel.mutateAsync({ ReferenceCode: row.ReferenceCode!, Remark }),
            },
          canViewStatement && { label: t('expiry:statement'), to: statementPath({ MembershipNo: row.MembershipNo }) },
        ]}
        empty={() => ({ title: t('expiry:reward.none'), hint: t('expiry:reward.noneHint') })}
      />
      <Suspense fallback={null}>
        <OfferDialog row={dialog.editing} onClose={dialog.close} />
      </Suspense>
    </>
  )
}

export const pickMemberAndMonth = ({
  MembershipNo,
  ExpiryYear,
  ExpiryMonth,
}: Pick<EligibleMember, 'MembershipNo' | 'ExpiryYear' | 'ExpiryMonth'>) => ({ MembershipNo, ExpiryYear, ExpiryMonth })
