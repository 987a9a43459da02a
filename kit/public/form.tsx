import { type ReactNode, useId } from 'react'
import { errorText, useT } from './texts.ts'

// Form controls of public pages: one column, with labels above the fields and errors below them.

/** Selects invalid controls. A radio button has no aria-invalid, so its group has the attribute. */
export const INVALID_CONTROLS = ':is([aria-invalid="true"], [data-invalid="true"])'

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  fault?: string | undefined
  required?: boolean | undefined
  children: (control: ControlProps) => ReactNode
}
type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  'aria-required': boolean | undefined
}

/** A form field with its label, control, hint and error message. */
function Field({ label, hint, fault, required, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="pub-field">
      <label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': fault !== undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="pub-hint">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="pub-fault">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Marks a required field visually; `aria-required` informs screen readers. */
export const RequiredMark = () => (
  <span className="pub-required" aria-hidden>
    {' '}
    *
  </span>
)

type TextFieldProps = Omit<FieldProps, 'children'> & {
  value: string | null | undefined
  onChange: (value: string) => void
  onLeave?: () => void
  type?: 'text' | 'email' | 'tel' | 'date'
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  maxLength?: number | undefined
  min?: string
  max?: string
  autoCapitalize?: 'words' | 'characters' | 'none'
  lines?: number
  disabled?: boolean
  code?: boolean
  spellCheck?: boolean
}

export function TextField({
  label,
  hint,
  fault,
  required,
  value,
  onChange,
  onLeave,
  lines,
  code,
  ...rest
}: TextFieldProps) {
  const shared = (control: ControlProps) => ({
    ...control,
    ...rest,
    value: value ?? '',
    onBlur: onLeave,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  })
  return (
    <Field label={label} hint={hint} fault={fault} required={required}>
      {(control) =>
        lines ? (
          <textarea className="pub-input" rows={lines} {...shared(control)} />
        ) : (
          <input className={code ? 'pub-input pub-code' : 'pub-input'} {...shared(control)} />
        )
      }
    </Field>
  )
}

type SelectProps = Omit<FieldProps, 'children'> & {
  value: string | null | undefined
  onChange: (value: string) => void
  onLeave?: () => void
  choices: readonly { Value: string; Label: string }[]
  autoComplete?: string
  disabled?: boolean
}

/** A native select, which each phone displays in its usual way. */
export function SelectField({ label, hint, fault, required, value, onChange, onLeave, choices, ...rest }: SelectProps) {
  const t = useT()
  return (
    <Field label={label} hint={hint} fault={fault} required={required}>
      {(control) => (
        <select
          className="pub-input"
          {...control}
          {...rest}
          value={value ?? ''}
          onBlur={onLeave}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{t('kit:form.choose')}</option>
          {choices.map(({ Value, Label }) => (
            <option key={Value} value={Value}>
              {Label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type CheckProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  title: ReactNode
  help?: ReactNode
  required?: boolean
  fault?: string | undefined
  /** True if a control is invalid and shows no message of its own, because its group shows the message. */
  invalid?: boolean
  type?: 'checkbox' | 'radio'
  name?: string
  disabled?: boolean
}

/** A checkbox or radio button that is clickable across its whole row. */
export function CheckboxField(props: CheckProps) {
  const { checked, onChange, title, help, required, fault, invalid = false, type = 'checkbox', ...rest } = props
  const id = useId()
  return (
    <label className="pub-check">
      <input
        type={type}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        data-invalid={invalid || fault !== undefined}
        {...(type === 'checkbox' && { 'aria-invalid': fault !== undefined, 'aria-required': required || undefined })}
        aria-describedby={[help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined}
        aria-labelledby={`${id}-title`}
        {...rest}
      />
      <span>
        <span id={`${id}-title`} className="pub-check-title">
          {title}
          {required && <RequiredMark />}
        </span>
        {help && (
          <span id={`${id}-help`} className="pub-hint">
            {help}
          </span>
        )}
        {fault && (
          <span id={`${id}-fault`} className="pub-fault">
            {fault}
          </span>
        )}
      </span>
    </label>
  )
}

export type SendState = { state: 'idle' | 'sending' | 'waiting'; error: unknown; tryNow: () => void }

type SendButtonProps = {
  children: ReactNode
  sending: SendState
  /** The id of the form, for a button outside the form. */
  form?: string
  /** The texts on the submit button while the form is being sent or waits for the network. */
  words?: { sending: string; waiting: string }
}

/** The submit button with its state and error. Disabled while the form is sent or waits for the network. */
export function SendButton({ children, sending, form, words }: SendButtonProps) {
  const t = useT()
  const { state, error, tryNow } = sending
  return (
    <>
      {state === 'waiting' && (
        <div className="pub-note pub-note-warning" role="status">
          <p>{words?.waiting ?? t('kit:network.waiting')}</p>
          <button type="button" className="pub-button" onClick={tryNow}>
            {t('kit:acts.again')}
          </button>
        </div>
      )}
      {state === 'idle' && error !== undefined && (
        <p className="pub-note pub-note-danger" role="alert">
          {errorText(error)}
        </p>
      )}
      <button type="submit" className="pub-button pub-primary" disabled={state !== 'idle'} {...(form && { form })}>
        {state === 'idle' ? children : (words?.sending ?? t('kit:acts.sending'))}
      </button>
    </>
  )
}
