import { lazy, Suspense } from 'react'
import { useSession } from '#kit/web/session.ts'
import { type ListExportInfo, setListExport } from '#kit/web/table/export-info.ts'

const ListExport = lazy(async () => ({ default: (await import('#areas/exports/web/ListExport.tsx')).ListExport }))

function Export({ info }: { info: ListExportInfo }) {
  const { may } = useSession()
  if (!may('Export Data')) return null
  return (
    <Suspense fallback={null}>
      <ListExport info={info} />
    </Suspense>
  )
}

/** Tells the kit's lists how their rows become a file. */
export const startExports = () => setListExport(Export)
