import { MegaphoneIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { listProperties } from '#kit/web/table/list.ts'
import { CUSTOMER_KEY_FIELDS, type RowsAddition } from '../../contract/list-rows.ts'

const RowsDialog = lazy(async () => ({ default: (await import('./RowsDialog.tsx')).AddRowsToCampaignDialog }))
const RowsProgress = lazy(async () => ({ default: (await import('./RowsProgress.tsx')).RowsAdditionProgress }))

/** Button that adds the customers of a list to a campaign. Hidden on lists of a single customer. */
export function AddRowsToCampaignButton({ info }: { info: ListExportInfo }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [addition, setAddition] = useState<RowsAddition>()
  const { row } = listProperties(info.list)
  if (!CUSTOMER_KEY_FIELDS.some((field) => field in row) || isListOfOneCustomer(info.input)) return null
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

/** True if the list is filtered by one customer, as on the page of that customer. */
function isListOfOneCustomer({ Search, ...input }: Record<string, unknown>) {
  const filters = { ...input, ...(Search as object | undefined) }
  return CUSTOMER_KEY_FIELDS.some((field) => Boolean((filters as Record<string, unknown>)[field]))
}
