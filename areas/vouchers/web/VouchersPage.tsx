import { Button } from 'antd'
import { CalendarClockIcon } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import { listVouchers, type Voucher, VoucherStatus } from '../contract.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { useVoucherActions } from './useVoucherActions.tsx'

const columns: Column<Voucher>[] = [
  'VoucherNo',
  'SecurityCode',
  'VoucherType',
  'Value',
  'ExpiryDate',
  'Status',
  'IsAssignedYN',
  'PostedToProntoYN',
  'Reference',
]

/** All vouchers of the company: what they are worth, until when, and who holds them. */
export function VouchersPage() {
  const t = useT()
  const { isHQ } = useSession()
  const [moving, setMoving] = useState(false)
  const actions = useVoucherActions()
  return (
    <>
      <ResourceTable
        section
        area="vouchers"
        list={listVouchers}
        label={t('vouchers:screens.list')}
        rowKey="VoucherNo"
        columns={columns}
        optional={['AssignedTo', 'AssignedAt', 'UsedInvoiceNo', 'UsedAt', 'BatchId', 'LockedUntil', 'CreatedAt']}
        search={{
          VoucherNo: 'capitals',
          VoucherType: { list: 'VoucherType' },
          Status: VoucherStatus.options,
          IsAssignedYN: 'yes-no',
          PostedToProntoYN: 'yes-no',
          Reference: 'text',
          ExpiryDate: { until: 'ExpiryDateTo' },
        }}
        toolbar={
          isHQ && (
            <Button icon={<CalendarClockIcon aria-hidden />} onClick={() => setMoving(true)}>
              {t('vouchers:move')}
            </Button>
          )
        }
        actions={actions.of}
        empty={{ title: t('vouchers:empty'), hint: t('vouchers:emptyHint') }}
      />
      {actions.node}
      <MoveDialog open={moving} onClose={() => setMoving(false)} />
    </>
  )
}
