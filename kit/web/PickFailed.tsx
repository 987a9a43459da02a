import { errorText, useT } from './i18n.ts'

/** In the open box of a select: its entries could not be loaded. "Nothing found" would be untrue. */
export function PickFailed({ error }: { error: unknown }) {
  const t = useT()
  return (
    <div className="carat-pick carat-pick-failed">
      <span>{t('kit:picker.failed')}</span>
      <small>{errorText(error).description}</small>
    </div>
  )
}
