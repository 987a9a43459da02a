import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import { NewImport, useRunning } from './ImportsPage.tsx'
import { PastImports } from './PastImports.tsx'

/** A file of leads becomes customers; what became of every row stands below, also of a file of last week. */
export function ImportLeadsPage() {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const running = useRunning()
  const shown = search.get('import')
  const show = (ImportId: string | null) => {
    if (ImportId === shown) return
    // The address of the rows of one file says nothing of another.
    setSearch(ImportId === null ? {} : { import: ImportId }, { replace: true })
  }
  return (
    <Stack>
      <NewImport kind="leads" onRun={show} />
      {shown && <ImportedRows key={shown} ImportId={shown} onClose={() => show(null)} />}
      <PageSection title={t('imports:past')} hint={t('imports:pastHint')}>
        <PastImports leads running={running} onRows={show} />
      </PageSection>
    </Stack>
  )
}
