import { Link } from 'react-router'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { updateVoucherBatch } from '../contract.ts'

/** Dialog that requests a new expiry date for many vouchers, which a second person approves. */
export function BatchExpiryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <FormDialog
      area="vouchers"
      title={t('vouchers:move')}
      open={open}
      onClose={onClose}
      call={updateVoucherBatch}
      fields={[
        { name: 'VoucherType', choices: { list: 'VoucherType' } },
        'Reference',
        'PresentExpiryDate',
        'ExpiryDate',
      ]}
      note={t('vouchers:moveNote')}
      submit="vouchers:moveSubmit"
      headline="vouchers:moveRequested"
      done={({ Count }) => t('vouchers:moveCount', { count: Count })}
      act={() => <Link to={approvalsPath()}>{t('vouchers:openApprovals')}</Link>}
      failed="vouchers:updateFailed"
    />
  )
}
