import { getCustomer } from '#areas/customers/contract/customers.ts'
import type { CustomerDialogProps } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { archiveMember, reactivateMember } from '../../contract/archive.ts'

/** Asks to confirm that a customer is archived. The server checks whether the customer is inactive. */
export function ArchiveDialog({ CustomerId, open, onClose }: CustomerDialogProps) {
  const t = useT()
  const { data: customer } = useRead(getCustomer, { CustomerId }, { staleTime: Infinity })
  const archive = useCall(archiveMember, {
    done: 'customers:archive.done',
    failed: 'customers:archive.failed',
    undo: () => call(reactivateMember, { CustomerId }, { idempotencyKey: crypto.randomUUID() }),
  })
  if (!customer) return null
  const { Version, FullName, Memberships } = customer
  const withPoints = Memberships.some(({ PointBalance, Arrears }) => PointBalance !== 0 || Arrears !== 0)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      question={{
        title: t('customers:archive.question', { name: formatPersonName(FullName) }),
        body: t(withPoints ? 'customers:archive.effectWithPoints' : 'customers:archive.effect'),
        ok: t('customers:archive.archive'),
        reason: { label: t('customers:fields.Remarks'), maxLength: 300 },
      }}
      run={(Remark) =>
        archive.mutateAsync({ CustomerId, Version, WithPointsYN: withPoints ? 'Y' : 'N', ...(Remark && { Remark }) })
      }
    />
  )
}
