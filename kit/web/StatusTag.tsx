import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DeleteOutlined,
  ExclamationCircleOutlined,
  FieldTimeOutlined,
  MinusCircleOutlined,
  PauseCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import './kit.css'
import { type Area, useLabels } from './labels.ts'

type Tone = 'success' | 'default' | 'warning' | 'processing' | 'error'

/** Icon, word and colour say the same, so that none of them is needed alone. */
const looks: Record<string, readonly [Tone, ReactNode]> = {
  Active: ['success', <CheckCircleOutlined key="icon" aria-hidden />],
  Approved: ['success', <CheckCircleOutlined key="icon" aria-hidden />],
  Qualified: ['processing', <CheckCircleOutlined key="icon" aria-hidden />],
  Completed: ['success', <CheckCircleOutlined key="icon" aria-hidden />],
  Warning: ['warning', <ExclamationCircleOutlined key="icon" aria-hidden />],
  NoneSucceeded: ['error', <CloseCircleOutlined key="icon" aria-hidden />],
  Verified: ['success', <CheckCircleOutlined key="icon" aria-hidden />],
  Sent: ['success', <CheckCircleOutlined key="icon" aria-hidden />],
  Success: ['success', <CheckCircleOutlined key="icon" aria-hidden />],
  Claimed: ['processing', <CheckCircleOutlined key="icon" aria-hidden />],
  Collected: ['processing', <CheckCircleOutlined key="icon" aria-hidden />],
  Used: ['processing', <CheckCircleOutlined key="icon" aria-hidden />],
  Pending: ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  'Pending approval': ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  'Pending Approval': ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  'Pending Confirmation': ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  New: ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  Open: ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  Reserved: ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  Uploaded: ['processing', <ClockCircleOutlined key="icon" aria-hidden />],
  Running: ['processing', <SyncOutlined key="icon" aria-hidden />],
  'In Progress': ['warning', <SyncOutlined key="icon" aria-hidden />],
  Suspended: ['warning', <PauseCircleOutlined key="icon" aria-hidden />],
  Locked: ['warning', <PauseCircleOutlined key="icon" aria-hidden />],
  Overdue: ['error', <ExclamationCircleOutlined key="icon" aria-hidden />],
  Rejected: ['error', <CloseCircleOutlined key="icon" aria-hidden />],
  Failed: ['error', <CloseCircleOutlined key="icon" aria-hidden />],
  Deleted: ['error', <DeleteOutlined key="icon" aria-hidden />],
  Expired: ['default', <FieldTimeOutlined key="icon" aria-hidden />],
  Inactive: ['default', <MinusCircleOutlined key="icon" aria-hidden />],
  Voided: ['default', <CloseCircleOutlined key="icon" aria-hidden />],
  Cancelled: ['default', <CloseCircleOutlined key="icon" aria-hidden />],
  Archived: ['default', <MinusCircleOutlined key="icon" aria-hidden />],
  Merged: ['default', <MinusCircleOutlined key="icon" aria-hidden />],
}

type Props = {
  status: string | null | undefined
  /** Whose words are used, `values.<field>.<status>`; the kit knows the common ones itself. */
  area: Area
  field?: string
  /** For a status that is not in the common list. */
  tone?: Tone
}

/** A state at a glance. */
export function StatusTag({ status, area, field = 'Status', tone }: Props) {
  const labels = useLabels(area)
  if (!status) return null
  const [usual, icon] = looks[status] ?? (['default', <MinusCircleOutlined key="icon" aria-hidden />] as const)
  const look = tone ?? usual
  return (
    <Tag color={look} icon={icon} className={`carat-status-${look}`} style={{ margin: 0 }}>
      {labels.value(field, status)}
    </Tag>
  )
}
