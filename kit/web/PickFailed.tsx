import { errorText, useT } from './i18n.ts'
import type { TextKey } from './vocabulary.ts'

/** In the open box of a select: its entries could not be loaded. "Nothing found" would be untrue. */
export function PickFailed({ error, failed = 'kit:picker.failed' }: { error: unknown; failed?: TextKey }) {
  const t = useT()
  return (
    <div className="carat-pick carat-pick-failed">
      <span>{t(failed)}</span>
      <small>{errorText(error).description}</small>
    </div>
  )
}
