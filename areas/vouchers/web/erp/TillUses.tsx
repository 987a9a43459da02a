import { CheckIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type ErpTillUse, listTillUses, reviewTillUse, TillUseReason, TillUseStatus } from '../../contract/erp.ts'

const REFETCH_MS = 10_000

const statusLooks = { Received: 'Pending', Applied: 'Completed', Review: 'Warning', Reviewed: 'Completed' } as const

const columns: Column<ErpTillUse>[] = [
  'VoucherNo',
  'InvoiceNo',
  'OutletCode',
  'UsedAt',
  { field: 'Status', render: ({ Status }) => <StatusTag area="vouchers" status={Status} like={statusLooks[Status]} /> },
  'Reason',
  'ReceivedAt',
]

/** Lists voucher uses that tills report; users review irregular ones. */
export function TillUsesList() {
  const t = useT()
  const { has } = useSession()
  const review = useCall(reviewTillUse, {
    done: 'vouchers:erp.reviewed',
    failed: 'vouchers:erp.reviewFailed',
  })
  return (
    <ResourceTable
      area="vouchers"
      list={listTillUses}
      label={t('vouchers:erp.tillUses')}
      rowKey="MessageId"
      rowName={({ VoucherNo, MessageId }) => VoucherNo ?? MessageId}
      columns={columns}
      optional={['ReviewedBy', 'ReviewRemark', 'MessageId']}
      search={{
        VoucherNo: 'capitals',
        Status: TillUseStatus.options,
        Reason: TillUseReason.options,
        InvoiceNo: 'capitals',
      }}
      refetchInterval={REFETCH_MS}
      actions={({ MessageId, VoucherNo, Status }) => {
        if (!has('Voucher Listing')) return []
        return [
          {
            label: t('vouchers:erp.review'),
            icon: <CheckIcon aria-hidden />,
            obvious: Status === 'Review',
            disabled: Status !== 'Review' && t('vouchers:erp.notToReview'),
            confirm: {
              title: t('vouchers:erp.reviewQuestion', { number: VoucherNo ?? MessageId }),
              body: t('vouchers:erp.reviewBody'),
              ok: t('vouchers:erp.review'),
              reason: { label: t('kit:fields.Remark'), maxLength: 300, required: true },
            },
            run: (Remark) => review.mutateAsync({ MessageId, Remark }),
          },
        ]
      }}
      empty={{ title: t('vouchers:erp.noUses'), hint: t('vouchers:erp.noUsesHint') }}
    />
  )
}
