import { SendIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  type ErpMessage,
  ErpMessageKind,
  ErpMessageStatus,
  listErpMessages,
  sendErpMessageAgain,
  withdrawErpMessage,
} from '../../contract/erp.ts'

const REFETCH_MS = 10_000

const columns: Column<ErpMessage>[] = [
  'VoucherNo',
  'Kind',
  {
    field: 'Status',
    render: ({ Status }) => (
      <StatusTag area="vouchers" status={Status} {...(Status === 'Queued' && { like: 'Pending' })} />
    ),
  },
  { field: 'Attempts', phone: null },
  'Error',
  { field: 'CreatedAt', title: 'vouchers:erp.queuedAt' },
  'SentAt',
]

/** Lists messages to the ERP; users can send failed messages again or withdraw them. */
export function ErpMessagesList() {
  const t = useT()
  const { may } = useSession()
  const sendAgain = useCall(sendErpMessageAgain, {
    done: 'vouchers:erp.sentAgain',
    failed: 'vouchers:erp.sendFailed',
  })
  const withdraw = useCall(withdrawErpMessage, {
    done: 'vouchers:erp.withdrawn',
    failed: 'vouchers:erp.withdrawFailed',
  })
  return (
    <ResourceTable
      area="vouchers"
      list={listErpMessages}
      label={t('vouchers:erp.messages')}
      rowKey="MessageId"
      rowName={({ VoucherNo }) => VoucherNo}
      columns={columns}
      optional={['ReferenceCode', 'NextTryAt', 'MessageId']}
      search={{ VoucherNo: 'capitals', Status: ErpMessageStatus.options, Kind: ErpMessageKind.options }}
      refetchInterval={REFETCH_MS}
      actions={({ MessageId, VoucherNo, Status }) => {
        if (!may('Manage Settings')) return []
        const disabled = Status !== 'Failed' && t('vouchers:erp.notRefused')
        return [
          {
            label: t('vouchers:erp.sendAgain'),
            icon: <SendIcon aria-hidden />,
            obvious: Status === 'Failed',
            disabled,
            run: () => sendAgain.mutateAsync({ MessageId }),
          },
          {
            label: t('vouchers:erp.withdraw'),
            danger: true,
            disabled,
            confirm: {
              title: t('vouchers:erp.withdrawQuestion', { number: VoucherNo }),
              body: t('vouchers:erp.withdrawBody'),
              ok: t('vouchers:erp.withdraw'),
              danger: true,
              reason: { label: t('kit:fields.Reason'), maxLength: 300, required: true },
            },
            run: (Reason) => withdraw.mutateAsync({ MessageId, Reason }),
          },
        ]
      }}
      empty={{ title: t('vouchers:erp.noMessages'), hint: t('vouchers:erp.noMessagesHint') }}
    />
  )
}
