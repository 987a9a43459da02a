import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { NightlyRun } from '../../contract/nightly.ts'

export function NightlyRunStatus({ nightlyRun: { Status } }: { nightlyRun: Pick<NightlyRun, 'Status'> }) {
  const tone = Status === 'Done' ? 'success' : Status === 'Broken off' ? 'warning' : undefined
  return <StatusTag area="expiry" field="NightlyStatus" status={Status} {...(tone && { tone })} />
}
