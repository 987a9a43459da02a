import { Icon } from '#kit/public/Icon.tsx'
import { useT } from '#kit/public/texts.ts'
import './self-service.css'

/** Label beside an address that was verified by a code. */
export function VerifiedEmailBadge() {
  const t = useT()
  return (
    <span className="pub-badge">
      <Icon name="check" size={14} />
      {t('self-service:code.verified')}
    </span>
  )
}
