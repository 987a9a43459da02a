import { lazy } from 'react'
import { useSession } from '#kit/web/session.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'

const RowsButton = lazy(async () => ({ default: (await import('./RowsButton.tsx')).AddRowsToCampaignButton }))

/** List tool that adds the list's customers to a target list, for users with a role for target lists. */
export function AddListToCampaignTool({ info }: { info: ListExportInfo }) {
  const { has } = useSession()
  return has(['Campaign', 'Campaign Target List']) ? <RowsButton info={info} /> : null
}
