import { errorText, useT } from './i18n.ts'
import type { TextKey } from './vocabulary.ts'

/** Replaces "Nothing found" in an open select whose options could not be loaded. */
export function OptionsLoadError({ error, failed = 'kit:picker.failed' }: { error: unknown; failed?: TextKey }) {
  const t = useT()
  return (
    <div className="carat-pick carat-pick-failed">
      <span>{t(failed)}</span>
      <small>{errorText(error).description}</small>
    </div>
  )
}
