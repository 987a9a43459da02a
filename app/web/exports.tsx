import { lazy, Suspense } from 'react'
import { bringExportTexts } from '#areas/exports/web/own-texts.ts'
import { useSession } from '#kit/web/session.ts'
import { type ListExportInfo, setListExport } from '#kit/web/table/export-info.ts'

const ListExport = lazy(async () => {
  const [{ ListExport }] = await Promise.all([import('#areas/exports/web/ListExport.tsx'), bringExportTexts()])
  return { default: ListExport }
})

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
