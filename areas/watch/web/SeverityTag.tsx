import { Tag } from 'antd'
import { useLabels } from '#kit/web/labels.ts'
import type { Finding } from '../contract.ts'

const colours = { Low: 'default', Medium: 'warning', High: 'error' } as const

export function SeverityTag({ severity }: { severity: Finding['Severity'] }) {
  const labels = useLabels('watch')
  return <Tag color={colours[severity]}>{labels.value('Severity', severity)}</Tag>
}

/** Colour of the tag for each status of a finding. */
export const findingStatusTones = {
  Open: 'processing',
  Watching: 'warning',
  Harmless: 'success',
  Confirmed: 'error',
} as const
