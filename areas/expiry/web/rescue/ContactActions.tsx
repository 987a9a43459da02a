import { contactAddress } from '#kit/web/ContactWay.tsx'
import { useT } from '#kit/web/i18n.ts'
import type { RescueRow } from '../../contract/rescue.ts'

/** The number, to be called at a press where the customer agreed to calls. */
export function ContactActions({ row }: { row: RescueRow }) {
  const t = useT()
  const address = contactAddress(row, 'Call')
  if (!address) return null
  return (
    <span dir="ltr">
      {row.Channels.includes('Call') ? (
        <a href={address} aria-label={t('expiry:rescue.call', { name: row.FullName })}>
          {row.ContactNo}
        </a>
      ) : (
        row.ContactNo
      )}
    </span>
  )
}
