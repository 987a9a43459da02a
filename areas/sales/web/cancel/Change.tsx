import { useT } from '#kit/web/i18n.ts'

/** "120 → 90": an arrow to the eye, words to the ear. */
export function Change({ before, after }: { before: string; after: string }) {
  const t = useT()
  if (before === after) return <span className="carat-figure">{after}</span>
  return (
    <span className="carat-figure sales-change">
      <span className="carat-unseen">{t('sales:cancel.before')} </span>
      <span className="sales-before">{before}</span>
      <span aria-hidden className="sales-arrow">
        →
      </span>
      <span className="carat-unseen"> {t('sales:cancel.after')} </span>
      <strong>{after}</strong>
    </span>
  )
}
