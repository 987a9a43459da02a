import { Select } from 'antd'
import { listRewards } from '#areas/rewards/contract/rewards.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addExpiryReward, type EligibleMember, POINT_EXPIRY } from '../../contract/rewards.ts'
import { formatMonthName } from '../months.ts'

/** The select with the expiry rewards, their points and voucher values. */
function RewardSelect({ value, onChange, ...rest }: ControlProps) {
  const t = useT()
  const { data } = useRead(listRewards, {
    Rows: 1000,
    Search: { Type: POINT_EXPIRY, Status: 'Active' },
    SortOption: 'PointDeduct',
  })
  const available = data?.rows.filter(
    ({ DeductPointInClaimYN, PointDeduct }) => DeductPointInClaimYN === 'Y' && PointDeduct > 0,
  )
  return (
    <Select<number>
      {...rest}
      value={typeof value === 'number' ? value : null}
      onChange={(RewardId) => onChange?.(RewardId)}
      loading={!data}
      showSearch={{ optionFilterProp: 'label' }}
      options={available?.map(({ RewardId, Name, PointDeduct, VoucherValue }) => ({
        value: RewardId,
        label: [
          Name,
          t('expiry:points', { points: formatPoints(PointDeduct) }),
          ...(VoucherValue === null ? [] : [formatMoney(VoucherValue, { currency: true })]),
        ].join(' · '),
      }))}
    />
  )
}

/** The dialog that offers an expiry reward. The user chooses reward, last day and remarks. */
export function OfferExpiryRewardDialog({ row, onClose }: { row: EligibleMember | undefined; onClose: () => void }) {
  const t = useT()
  return (
    <FormDialog
      area="expiry"
      call={addExpiryReward}
      open={row !== undefined}
      title={t('expiry:reward.title', {
        name: formatPersonName(row?.FullName ?? ''),
        month: row ? formatMonthName(row.ExpiryYear, row.ExpiryMonth) : '',
      })}
      onClose={onClose}
      fields={[
        {
          name: 'RewardId',
          help: 'expiry:reward.pointsHelp',
          control: (props) => <RewardSelect {...props} />,
        },
        { name: 'ValidityTo', help: 'expiry:reward.validityHelp' },
        'Remarks',
      ]}
      initial={row && { ...(row.RewardId !== null && { RewardId: row.RewardId }), ValidityTo: row.ExpiryDate }}
      fixed={{
        MembershipNo: row?.MembershipNo ?? '',
        ExpiryYear: row?.ExpiryYear ?? 0,
        ExpiryMonth: row?.ExpiryMonth ?? 0,
      }}
      submit="expiry:reward.create"
      done="expiry:reward.added"
      failed="expiry:reward.addFailed"
    />
  )
}
