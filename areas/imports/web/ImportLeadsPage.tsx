import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import { NewImportForm, useIsImportRunning } from './ImportsPage.tsx'
import { PastImports } from './PastImports.tsx'

/** The page that imports leads, and shows the result of each row of this file and of earlier files. */
export function ImportLeadsPage() {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const running = useIsImportRunning()
  const selectedImportId = search.get('import')
  const show = (ImportId: string | null) => {
    if (ImportId === selectedImportId) return
    // The query parameters (page, filters) of one import's rows do not apply to another import.
    setSearch(ImportId === null ? {} : { import: ImportId }, { replace: true })
  }
  return (
    <Stack>
      <NewImportForm kind="leads" onRun={show} />
      {selectedImportId && (
        <ImportedRows key={selectedImportId} ImportId={selectedImportId} onClose={() => show(null)} />
      )}
      <PageSection title={t('imports:past')} hint={t('imports:pastHint')}>
        <PastImports leads running={running} onRows={show} />
      </PageSection>
    </Stack>
  )
}
