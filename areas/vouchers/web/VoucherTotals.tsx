import { Modal } from 'antd'
import { formatMonth } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listVoucherTotals, type VoucherTotal } from '../contract.ts'
import { voucherStatusTags } from './looks.ts'

const columns: Column<VoucherTotal>[] = [
  { field: 'ExpiryMonth', render: ({ ExpiryMonth }) => formatMonth(ExpiryMonth) },
  {
    field: 'Status',
    render: ({ Status }) => <StatusTag area="vouchers" status={Status} like={voucherStatusTags[Status]} quiet />,
  },
  'Vouchers',
  { field: 'VoucherValue', as: 'money' },
]

type Props = { open: boolean; filters: Record<string, string>; onClose: () => void }

/** Shows number and value of the filtered vouchers by expiry month and status. */
export function VoucherTotalsDrawer({ open, filters, onClose }: Props) {
  const t = useT()
  return (
    <Modal open={open} width={760} title={t('vouchers:totals')} footer={null} onCancel={onClose} destroyOnHidden>
      <ResourceTable
        area="vouchers"
        name="totals"
        list={listVoucherTotals}
        label={t('vouchers:totals')}
        rowKey="Key"
        input={{ Search: filters }}
        columns={columns}
        empty={{ title: t('vouchers:empty') }}
      />
    </Modal>
  )
}
