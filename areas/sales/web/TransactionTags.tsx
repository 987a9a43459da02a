import { Tag } from 'antd'
import { CircleAlertIcon, CircleCheckIcon, CircleXIcon, ClockIcon, SplitIcon, Undo2Icon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { Summary } from '../contract.ts'

const types = {
  N: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  C: ['error', <Undo2Icon key="icon" aria-hidden />],
} as const

/** Marks a transaction as a sale or a cancellation by colour, sign and word. */
export function TransactionTypeTag({ type }: { type: Summary['TransactionType'] }) {
  const labels = useLabels('sales')
  const [color, icon] = types[type]
  return (
    <Tag color={color} style={{ margin: 0 }}>
      {icon}
      {labels.value('TransactionType', type)}
    </Tag>
  )
}

/** Tag of a completely or partly returned sale; renders nothing for other sales. */
export function CancelStateTag({ state }: { state: Summary['CancelState'] }) {
  const labels = useLabels('sales')
  if (state === 'None') return null
  const icon = state === 'Whole' ? <CircleXIcon aria-hidden /> : <SplitIcon aria-hidden />
  return (
    <Tag color={state === 'Whole' ? 'default' : 'warning'} style={{ margin: 0 }}>
      {icon}
      {labels.value('CancelState', state)}
    </Tag>
  )
}

/** Tag of a sale that awaits approval or was rejected; renders nothing for other sales. */
export function SaleApprovalTag({ status }: { status: Summary['ApprovalStatus'] }) {
  const labels = useLabels('sales')
  if (status === null || status === 'Approved') return null
  const icon = status === 'Pending' ? <ClockIcon aria-hidden /> : <CircleXIcon aria-hidden />
  return (
    <Tag color={status === 'Pending' ? 'processing' : 'error'} style={{ margin: 0 }}>
      {icon}
      {labels.value('ApprovalStatus', status)}
    </Tag>
  )
}

/** Tag of a sale that has lines in Sales to check. */
export function SaleCheckTag({ waits }: { waits: boolean }) {
  const t = useT()
  if (!waits) return null
  return (
    <Tag color="warning" style={{ margin: 0 }}>
      <CircleAlertIcon aria-hidden />
      {t('sales:check.shows.waiting')}
    </Tag>
  )
}
