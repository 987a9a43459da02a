import { useT } from '#kit/web/i18n.ts'
import { Arrow } from '#kit/web/Layout.tsx'

/** "120 → 90": an arrow to the eye, words to the ear. */
export function Change({ before, after }: { before: string; after: string }) {
  const t = useT()
  if (before === after) return <span className="carat-figure">{after}</span>
  return (
    <span className="carat-figure">
      <span className="carat-unseen">{t('sales:cancel.before')} </span>
      {before}
      <Arrow label={t('sales:cancel.after')} />
      <strong>{after}</strong>
    </span>
  )
}
