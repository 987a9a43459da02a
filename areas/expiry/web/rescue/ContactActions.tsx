import { contactLinkUrl } from '#kit/web/ContactWay.tsx'
import { useT } from '#kit/web/i18n.ts'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import type { RescueRow } from '../../contract/rescue.ts'

/** Shows the phone number of a member, as a link if the customer consented to calls. */
export function ExpiryContactActions({ row }: { row: RescueRow }) {
  const t = useT()
  const address = contactLinkUrl(row, 'Call')
  if (!address || !row.ContactNo) return null
  return (
    <span dir="ltr">
      {row.Channels.includes('Call') ? (
        <a href={address} aria-label={t('expiry:rescue.call', { name: row.FullName })}>
          <PhoneText number={row.ContactNo} />
        </a>
      ) : (
        <PhoneText number={row.ContactNo} />
      )}
    </span>
  )
}
