import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Night } from '../../contract/nights.ts'

export function NightStatus({ night: { Status } }: { night: Pick<Night, 'Status'> }) {
  const tone = Status === 'Done' ? 'success' : Status === 'Broken off' ? 'warning' : undefined
  return <StatusTag area="expiry" field="NightStatus" status={Status} {...(tone && { tone })} />
}
