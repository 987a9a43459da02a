import '#kit/web/plain.css'
import { useId } from 'react'
import './access.css'

type Props = React.ComponentProps<'input'> & {
  label: string
  /** What is wrong; it is read out when it appears and named by the field. */
  error?: string | undefined
  hint?: string | undefined
  /** What stands elsewhere and says more about it. */
  describedBy?: string | undefined
  /** Inside of the field's frame, after the text. */
  after?: React.ReactNode
}

/**
 * A labelled field of the sign-in. The browser's own element and not the library's: the page that everybody waits for
 * each morning comes without the library, and password managers know what to do.
 */
export function Field({ label, error, hint, describedBy, after, ...input }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-frame" data-invalid={error ? '' : undefined}>
        <input
          id={id}
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-about` : describedBy}
        />
        {after}
      </div>
      <div id={`${id}-about`}>
        {hint && !error && <p className="field-hint">{hint}</p>}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
