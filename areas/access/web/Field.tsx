import '#kit/web/plain.css'
import { useId } from 'react'
import './access.css'

type Props = React.ComponentProps<'input'> & {
  label: string
  /** The error of the field, which screen readers announce when it appears. */
  error?: string | undefined
  hint?: string | undefined
  /** The id of another element that describes the field. */
  describedBy?: string | undefined
  /** Content inside the frame of the field, after the input. */
  after?: React.ReactNode
}

/**
 * A labelled field of the sign-in pages.
 * The field is a native element, so that the page needs no component library and password managers recognise it.
 */
export function SignInField({ label, error, hint, describedBy, after, ...input }: Props) {
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
