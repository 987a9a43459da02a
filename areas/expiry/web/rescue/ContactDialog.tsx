import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { addExpiryContact, type RescueRow } from '../../contract/rescue.ts'

/** The dialog that records a contact with a member about expiring points: channel, outcome and note. */
export function ExpiryContactDialog({ row, onClose }: { row: RescueRow | undefined; onClose: () => void }) {
  const t = useT()
  return (
    <FormDialog
      area="expiry"
      call={addExpiryContact}
      open={row !== undefined}
      title={t('expiry:rescue.title', { name: row?.FullName ?? '' })}
      onClose={onClose}
      initial={row && { ContactType: 'Call' }}
      fixed={{ MembershipNo: row?.MembershipNo ?? '' }}
      fields={['ContactType', 'Outcome', 'Note']}
      done="expiry:rescue.noted"
      failed="expiry:rescue.failed"
    />
  )
}
