import { useT } from '#kit/public/texts.ts'

/** There is more of the list than it shows. */
export function MoreButton({
  list: { more, loading },
}: {
  list: { more: (() => void) | undefined; loading: boolean }
}) {
  const t = useT()
  if (!more) return null
  return (
    <button type="button" className="pub-button" disabled={loading} onClick={more}>
      {loading ? t('kit:loading') : t('self-service:more')}
    </button>
  )
}
