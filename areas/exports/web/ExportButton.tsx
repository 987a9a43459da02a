import { lazy, Suspense } from 'react'
import { useSession } from '#kit/web/session.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'

const ListExport = lazy(async () => ({ default: (await import('./ListExport.tsx')).ListExport }))

/** The export button of a list, for users with the privilege to export. */
export function ExportButton({ info }: { info: ListExportInfo }) {
  const { may } = useSession()
  if (!may('Export Data')) return null
  return (
    <Suspense fallback={null}>
      <ListExport info={info} />
    </Suspense>
  )
}
