import { useT } from '#kit/web/i18n.ts'
import type { RescueRow } from '../../contract/rescue.ts'

type Way = 'Call' | 'WhatsApp' | 'Email'

/** Where a press leads: to the telephone, to WhatsApp, to the mail program. */
export function contactAddress({ ContactNo, Email }: RescueRow, way: Way): string | undefined {
  if (way === 'Email') return Email ? `mailto:${Email}` : undefined
  if (!ContactNo) return undefined
  return way === 'Call' ? `tel:${ContactNo}` : `https://wa.me/${ContactNo.replace(/\D/g, '')}`
}

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
