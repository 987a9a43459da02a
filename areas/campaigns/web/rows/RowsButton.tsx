import { MegaphoneIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { listFacts } from '#kit/web/table/list.ts'
import { type Addition, PERSON_FIELDS } from '../../contract/list-rows.ts'

const RowsDialog = lazy(async () => ({ default: (await import('./RowsDialog.tsx')).RowsDialog }))
const RowsProgress = lazy(async () => ({ default: (await import('./RowsProgress.tsx')).RowsProgress }))

/** Shown on lists whose rows name several customers. */
export function RowsButton({ info }: { info: ListExportInfo }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [addition, setAddition] = useState<Addition>()
  const { row } = listFacts(info.list)
  if (!PERSON_FIELDS.some((field) => field in row) || isListOfOneCustomer(info.input)) return null
  return (
    <>
      <ReasonedButton
        type="text"
        size="small"
        className="carat-list-tool"
        icon={<MegaphoneIcon aria-hidden />}
        reason={info.total === 0 && t('campaigns:rows.empty')}
        onClick={() => setOpen(true)}
      >
        {t('campaigns:rows.button')}
      </ReasonedButton>
      <Suspense fallback={null}>
        {open && <RowsDialog info={info} onClose={() => setOpen(false)} onSent={setAddition} />}
        {addition && <RowsProgress addition={addition} onClose={() => setAddition(undefined)} />}
      </Suspense>
    </>
  )
}

/** True for lists on the page of one customer: the customer is a filter. */
function isListOfOneCustomer({ Search, ...input }: Record<string, unknown>) {
  const filters = { ...input, ...(Search as object | undefined) }
  return PERSON_FIELDS.some((field) => Boolean((filters as Record<string, unknown>)[field]))
}
