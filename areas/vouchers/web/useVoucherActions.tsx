import { Modal } from 'antd'
import { useState } from 'react'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { deleteVoucher, restoreVoucher, showSecurityCode, updateVoucher, type Voucher } from '../contract.ts'

/** Returns the row actions of a voucher; the page of the list must render `node`. */
export function useVoucherActions() {
  const t = useT()
  const { may, isHQ } = useSession()
  const [visibleCode, setVisibleCode] = useState<{ VoucherNo: string; SecurityCode: string }>()
  const history = useHistoryRowAction('vouchers', 'Voucher')
  const readCode = useCall(showSecurityCode, { failed: 'vouchers:codeFailed', onDone: setVisibleCode })
  const update = useCall(updateVoucher, { done: 'vouchers:updated', failed: 'vouchers:updateFailed' })
  const remove = useCall(deleteVoucher, {
    headline: ({ VoucherNo }) => t('kit:headlines.deleted', { name: VoucherNo }),
    done: 'vouchers:deleted',
    failed: 'vouchers:deleteFailed',
    undo: ({ VoucherNo }) => call(restoreVoucher, { VoucherNo }),
  })
  const blockerOf = ({ Status, IsAssignedYN, UsedAt }: Voucher) => {
    if (UsedAt) return t('vouchers:isUsed')
    if (IsAssignedYN === 'Y') return t('vouchers:isAssigned')
    return Status === 'V' && t('vouchers:isVoid')
  }
  const of = (voucher: Voucher) => {
    const { VoucherNo, Version } = voucher
    const showCode = {
      label: t('vouchers:showCode'),
      run: () => readCode.mutateAsync({ VoucherNo }),
    }
    const voidVoucher = {
      label: t('vouchers:void'),
      danger: true,
      disabled: blockerOf(voucher),
      confirm: t('vouchers:voidQuestion', { number: VoucherNo }),
      run: () => update.mutateAsync({ VoucherNo, data: { Status: 'V' }, Version }),
    }
    const deleteAction = {
      label: t('kit:verbs.delete'),
      danger: true,
      disabled: blockerOf(voucher),
      confirm: t('vouchers:deleteQuestion', { number: VoucherNo }),
      run: () => remove.mutateAsync({ VoucherNo }),
    }
    return [
      isHQ && may('Manage Voucher Security Code') && showCode,
      history.of(VoucherNo, VoucherNo),
      isHQ && voidVoucher,
      isHQ && deleteAction,
    ]
  }
  const node = (
    <>
      {history.node}
      <Modal
        open={visibleCode !== undefined}
        title={t('vouchers:codeOf', { number: visibleCode?.VoucherNo ?? '' })}
        footer={null}
        width={420}
        onCancel={() => setVisibleCode(undefined)}
      >
        {visibleCode && (
          <Row>
            <strong className="carat-figure">{visibleCode.SecurityCode}</strong>
            <CopyButton value={visibleCode.SecurityCode} />
          </Row>
        )}
      </Modal>
    </>
  )
  return { of, node }
}
