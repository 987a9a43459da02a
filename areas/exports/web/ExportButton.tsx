import { lazy, Suspense } from 'react'
import { useSession } from '#kit/web/session.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'

const ListExport = lazy(async () => ({ default: (await import('./ListExport.tsx')).ListExport }))

/** How the rows of any list become a file, for those who may. */
export function ExportButton({ info }: { info: ListExportInfo }) {
  const { may } = useSession()
  if (!may('Export Data')) return null
  return (
    <Suspense fallback={null}>
      <ListExport info={info} />
    </Suspense>
  )
}
