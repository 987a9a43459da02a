import { getCustomer } from '#areas/customers/contract/customers.ts'
import type { CustomerDialogProps } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { exportPersonalData } from '../contract.ts'

/** Dialog that asks for a reason and downloads the export, which the server does not store. */
export function ExportPersonalDataDialog({ CustomerId, open, onClose }: CustomerDialogProps) {
  const t = useT()
  const labels = useLabels('privacy')
  const { data: customer } = useRead(getCustomer, { CustomerId }, { staleTime: Infinity })
  const make = useCall(exportPersonalData, {
    done: 'privacy:export.done',
    failed: 'privacy:export.failed',
    onDone: ({ FileName, Content }) => save(FileName, Content),
  })
  if (!customer) return null
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      question={{
        title: t('privacy:export.question', { name: formatPersonName(customer.FullName) }),
        body: <p>{t('privacy:export.body')}</p>,
        ok: t('privacy:export.act'),
        reason: { label: labels.field('Reason'), maxLength: 200, required: true },
      }}
      run={(Reason) => make.mutateAsync({ CustomerId, Reason })}
    />
  )
}

function save(name: string, content: string) {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  URL.revokeObjectURL(url)
}
