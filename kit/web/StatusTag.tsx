import { Tag } from 'antd'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleMinusIcon,
  CirclePauseIcon,
  CircleXIcon,
  ClockIcon,
  RefreshCwIcon,
  TimerOffIcon,
  Trash2Icon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import './kit.css'
import { type TextNamespace, useLabels } from './labels.ts'

type Tone = 'success' | 'default' | 'warning' | 'processing' | 'error'

/** Tone and icon by status. Icon and text show the status too, for users who cannot distinguish the colours. */
const statusStyles: Record<string, readonly [Tone, ReactNode]> = {
  Active: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Present: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Approved: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Qualified: ['processing', <CircleCheckIcon key="icon" aria-hidden />],
  Completed: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Warning: ['warning', <CircleAlertIcon key="icon" aria-hidden />],
  NoneSucceeded: ['error', <CircleXIcon key="icon" aria-hidden />],
  Verified: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Sent: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Delivered: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Success: ['success', <CircleCheckIcon key="icon" aria-hidden />],
  Claimed: ['processing', <CircleCheckIcon key="icon" aria-hidden />],
  Collected: ['processing', <CircleCheckIcon key="icon" aria-hidden />],
  Used: ['processing', <CircleCheckIcon key="icon" aria-hidden />],
  Pending: ['processing', <ClockIcon key="icon" aria-hidden />],
  'Pending approval': ['processing', <ClockIcon key="icon" aria-hidden />],
  'Pending Approval': ['processing', <ClockIcon key="icon" aria-hidden />],
  'Pending Confirmation': ['processing', <ClockIcon key="icon" aria-hidden />],
  Queued: ['processing', <ClockIcon key="icon" aria-hidden />],
  New: ['processing', <ClockIcon key="icon" aria-hidden />],
  Open: ['processing', <ClockIcon key="icon" aria-hidden />],
  Reserved: ['processing', <ClockIcon key="icon" aria-hidden />],
  Uploaded: ['processing', <ClockIcon key="icon" aria-hidden />],
  Running: ['processing', <RefreshCwIcon key="icon" aria-hidden />],
  'In Progress': ['warning', <RefreshCwIcon key="icon" aria-hidden />],
  Suspended: ['warning', <CirclePauseIcon key="icon" aria-hidden />],
  Locked: ['warning', <CirclePauseIcon key="icon" aria-hidden />],
  Overdue: ['error', <CircleAlertIcon key="icon" aria-hidden />],
  Rejected: ['error', <CircleXIcon key="icon" aria-hidden />],
  Failed: ['error', <CircleXIcon key="icon" aria-hidden />],
  Bounced: ['error', <CircleXIcon key="icon" aria-hidden />],
  Deleted: ['error', <Trash2Icon key="icon" aria-hidden />],
  Expired: ['default', <TimerOffIcon key="icon" aria-hidden />],
  Inactive: ['default', <CircleMinusIcon key="icon" aria-hidden />],
  Voided: ['default', <CircleXIcon key="icon" aria-hidden />],
  Cancelled: ['default', <CircleXIcon key="icon" aria-hidden />],
  Archived: ['default', <CircleMinusIcon key="icon" aria-hidden />],
  Merged: ['default', <CircleMinusIcon key="icon" aria-hidden />],
}

type Props = {
  status: string | null | undefined
  /** The area with the texts `values.<field>.<status>`; the kit has the texts of common statuses. */
  area: TextNamespace
  field?: string
  /** The colour of a status that has no predefined style. */
  tone?: Tone
  /** The status whose style this status takes. */
  like?: keyof typeof statusStyles
  /** Shows the status as plain text, for lists with a status in every row. */
  quiet?: boolean
}

/** Shows a status with icon and colour. */
export function StatusTag({ status, area, field = 'Status', tone, like, quiet = false }: Props) {
  const labels = useLabels(area)
  if (!status) return null
  const [usual, icon] =
    statusStyles[like ?? status] ?? (['default', <CircleMinusIcon key="icon" aria-hidden />] as const)
  const look = tone ?? usual
  if (quiet)
    return (
      <span className={`carat-status-quiet carat-status-${look}`}>
        {icon}
        {labels.value(field, status)}
      </span>
    )
  return (
    <Tag color={look} icon={icon} className={`carat-status carat-status-${look}`}>
      {labels.value(field, status)}
    </Tag>
  )
}
