import { lazy } from 'react'
import { useSession } from '#kit/web/session.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'

const RowsButton = lazy(async () => ({ default: (await import('./RowsButton.tsx')).RowsButton }))

/** The customers of any list onto the target list of a campaign, for those who keep such lists. */
export function ListToCampaign({ info }: { info: ListExportInfo }) {
  const { has } = useSession()
  return has(['Campaign', 'Campaign Target List']) ? <RowsButton info={info} /> : null
}
