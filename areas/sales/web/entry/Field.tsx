import type { ReactNode } from 'react'
import { Muted } from '#kit/web/Layout.tsx'

type ControlProps = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  'aria-required': boolean
  status: 'error' | ''
}

type Props = {
  id: string
  label: string
  error: string | undefined
  required?: boolean
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** A field of the sale form with its label and error. */
export function SaleFormField({ id, label, error, required = false, hint, children }: Props) {
  return (
    <div data-field={id.slice(id.lastIndexOf('-') + 1)}>
      <label htmlFor={id} className="carat-label">
        {label}
        {required && (
          <span className="carat-star" aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error || hint ? `${id}-about` : undefined,
        'aria-required': required,
        status: error ? 'error' : '',
      })}
      {(error || hint) && (
        <Muted as="div" id={`${id}-about`} className={error ? 'carat-bad' : ''}>
          {error ?? hint}
        </Muted>
      )}
    </div>
  )
}
