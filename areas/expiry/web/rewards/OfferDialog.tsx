import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { addExpiryReward, type Eligible } from '../../contract/rewards.ts'
import { monthName } from '../months.ts'

/** A reward with other terms than the settings suggest. */
export function OfferDialog({ row, onClose }: { row: Eligible | undefined; onClose: () => void }) {
  const t = useT()
  return (
    <FormDialog
      area="expiry"
      call={addExpiryReward}
      open={row !== undefined}
      title={t('expiry:reward.title', {
        name: row?.FullName ?? '',
        month: row ? monthName(row.ExpiryYear, row.ExpiryMonth) : '',
      })}
      onClose={onClose}
      columns={2}
      fields={[
        { name: 'Points', label: 'expiry:fields.RewardPoints', kind: 'points', help: 'expiry:reward.pointsHelp' },
        { name: 'VoucherValue', label: 'expiry:fields.RewardValue' },
        { name: 'ValidityTo', help: 'expiry:reward.validityHelp' },
        { name: 'Remarks', wide: true },
      ]}
      initial={
        row && {
          ...(row.RewardPoints > 0 && { Points: row.RewardPoints, VoucherValue: row.RewardValue }),
          ValidityTo: row.ExpiryDate,
        }
      }
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
