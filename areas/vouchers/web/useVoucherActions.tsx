import { Modal } from 'antd'
import { useState } from 'react'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useHistory } from '#kit/web/RecordHistory.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { deleteVoucher, restoreVoucher, showSecurityCode, updateVoucher, type Voucher } from '../contract.ts'

/** What can be done with one voucher; `node` belongs beside the list. */
export function useVoucherActions() {
  const t = useT()
  const { may, isHQ } = useSession()
  const [shown, setShown] = useState<{ VoucherNo: string; SecurityCode: string }>()
  const history = useHistory('vouchers', 'Voucher')
  const show = useCall(showSecurityCode, { failed: 'vouchers:codeFailed', onDone: setShown })
  const update = useCall(updateVoucher, { done: 'vouchers:updated', failed: 'vouchers:updateFailed' })
  const remove = useCall(deleteVoucher, {
    headline: ({ VoucherNo }) => t('kit:headlines.deleted', { name: VoucherNo }),
    done: 'vouchers:deleted',
    failed: 'vouchers:deleteFailed',
    undo: ({ VoucherNo }) => call(restoreVoucher, { VoucherNo }),
  })
  const refused = ({ Status, IsAssignedYN, UsedAt }: Voucher) => {
    if (UsedAt) return t('vouchers:isUsed')
    if (IsAssignedYN === 'Y') return t('vouchers:isAssigned')
    return Status === 'V' && t('vouchers:isVoid')
  }
  const of = (voucher: Voucher) => {
    const { VoucherNo, Version } = voucher
    const open = {
      label: t('vouchers:showCode'),
      run: () => show.mutateAsync({ VoucherNo }),
    }
    const end = {
      label: t('vouchers:void'),
      danger: true,
      disabled: refused(voucher),
      confirm: t('vouchers:voidQuestion', { number: VoucherNo }),
      run: () => update.mutateAsync({ VoucherNo, data: { Status: 'V' }, Version }),
    }
    const drop = {
      label: t('kit:verbs.delete'),
      danger: true,
      disabled: refused(voucher),
      confirm: t('vouchers:deleteQuestion', { number: VoucherNo }),
      run: () => remove.mutateAsync({ VoucherNo }),
    }
    return [
      isHQ && may('Manage Voucher Security Code') && open,
      history.of(VoucherNo, VoucherNo),
      isHQ && end,
      isHQ && drop,
    ]
  }
  const node = (
    <>
      {history.node}
      <Modal
        open={shown !== undefined}
        title={t('vouchers:codeOf', { number: shown?.VoucherNo ?? '' })}
        footer={null}
        width={420}
        onCancel={() => setShown(undefined)}
      >
        {shown && (
          <Row>
            <strong className="carat-figure">{shown.SecurityCode}</strong>
            <CopyButton value={shown.SecurityCode} />
          </Row>
        )}
      </Modal>
    </>
  )
  return { of, node }
}
