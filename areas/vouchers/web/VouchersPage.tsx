import { Button } from 'antd'
import { CalendarClockIcon, SigmaIcon } from 'lucide-react'
import { useState } from 'react'
import { useChoices } from '#kit/web/choices.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { listVouchers, type Voucher, VoucherStatus } from '../contract.ts'
import { voucherStatusTags } from './looks.ts'
import { BatchExpiryDialog } from './MoveDialog.tsx'
import { useVoucherActions } from './useVoucherActions.tsx'
import { VoucherTotalsDrawer } from './VoucherTotals.tsx'

const columns = (types: ReadonlyMap<string, string>): Column<Voucher>[] => [
  'VoucherNo',
  { field: 'SecurityCode', phone: null },
  { field: 'VoucherType', render: ({ VoucherType }) => types.get(VoucherType) ?? VoucherType },
  'Value',
  'ExpiryDate',
  {
    field: 'Status',
    render: ({ Status }) => <StatusTag area="vouchers" status={Status} like={voucherStatusTags[Status]} quiet />,
  },
  'IsAssignedYN',
  'PostedToProntoYN',
  'Reference',
]

/** Page that lists all vouchers with value, expiry date and status. */
export function VouchersPage() {
  const t = useT()
  const { isHQ } = useSession()
  const [moveDialogOpen, setMoveDialogOpen] = useState(false)
  const [totals, setTotals] = useState<Record<string, string>>()
  const actions = useVoucherActions()
  const { options } = useChoices({ list: 'VoucherType' }, 'vouchers', 'VoucherType')
  const types = new Map(options.map(({ value, label }) => [value, label]))
  return (
    <>
      <ResourceTable
        section
        area="vouchers"
        list={listVouchers}
        label={t('vouchers:screens.list')}
        rowKey="VoucherNo"
        columns={columns(types)}
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
        toolbar={({ filters }) => (
          <>
            <Button icon={<SigmaIcon aria-hidden />} onClick={() => setTotals(filters)}>
              {t('vouchers:totals')}
            </Button>
            {isHQ && (
              <Button icon={<CalendarClockIcon aria-hidden />} onClick={() => setMoveDialogOpen(true)}>
                {t('vouchers:move')}
              </Button>
            )}
          </>
        )}
        actions={actions.of}
        empty={{ title: t('vouchers:empty'), hint: t('vouchers:emptyHint') }}
      />
      <VoucherTotalsDrawer open={totals !== undefined} filters={totals ?? {}} onClose={() => setTotals(undefined)} />
      {actions.node}
      <BatchExpiryDialog open={moveDialogOpen} onClose={() => setMoveDialogOpen(false)} />
    </>
  )
}
