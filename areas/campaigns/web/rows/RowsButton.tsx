import { MegaphoneIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { listFacts } from '#kit/web/table/list.ts'
import { type Addition, PERSON_FIELDS } from '../../contract/list-rows.ts'

const RowsDialog = lazy(async () => ({ default: (await import('./RowsDialog.tsx')).RowsDialog }))
const RowsProgress = lazy(async () => ({ default: (await import('./RowsProgress.tsx')).RowsProgress }))

/** Where the rows of a list name customers, and not all the same one. */
export function RowsButton({ info }: { info: ListExportInfo }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<Addition>()
  const { row } = listFacts(info.list)
  if (!PERSON_FIELDS.some((field) => field in row) || isOfOne(info.input)) return null
  return (
    <>
      <ReasonedButton
        type="text"
        size="small"
        className="carat-list-tool"
        icon={<MegaphoneIcon aria-hidden />}
        reason={info.total === 0 && t('campaigns:rows.nobody')}
        onClick={() => setOpen(true)}
      >
        {t('campaigns:rows.button')}
      </ReasonedButton>
      <Suspense fallback={null}>
        {open && <RowsDialog info={info} onClose={() => setOpen(false)} onSent={setSent} />}
        {sent && <RowsProgress sent={sent} onClose={() => setSent(undefined)} />}
      </Suspense>
    </>
  )
}

/** A list on the page of one customer. */
function isOfOne({ Search, ...beside }: Record<string, unknown>) {
  const asked = { ...beside, ...(Search as object | undefined) }
  return PERSON_FIELDS.some((field) => Boolean((asked as Record<string, unknown>)[field]))
}
