import { type SubmitEvent, useRef, useState } from 'react'
import { INVALID_CONTROLS, type SendState } from '#kit/public/form.tsx'
import { t, useT } from '#kit/public/texts.ts'
import type { FieldLimits } from '../contract/field-limits.ts'

type Values = Record<string, unknown>

export const isEmptyFieldValue = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Returns the error of a value by the limits of its field; undefined if the value is valid. */
export function findErrorByFieldLimits(value: unknown, { required, maxLength, minLength }: FieldLimits = {}) {
  if (isEmptyFieldValue(value)) return required ? t('kit:form.missing') : undefined
  if (typeof value !== 'string') return undefined
  const { length } = value.trim()
  if (maxLength !== undefined && length > maxLength) return t('kit:form.tooLong', { count: maxLength })
  if (minLength !== undefined && length < minLength) return t('kit:form.tooShort', { count: minLength })
  return undefined
}

export type FieldErrorTexts = Record<string, string>

type FormOptions<V extends Values> = {
  values: V
  /** Returns the current errors of the form by field. */
  check: (values: V) => FieldErrorTexts
  submit: (values: V) => void
}

/** Returns the state of a form; an error appears after leaving its field or submitting, until it is corrected. */
export function usePublicForm<V extends Values>({ values, check, submit }: FormOptions<V>) {
  const form = useRef<HTMLFormElement>(null)
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<string>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const faults = check(values)
  const visible = Object.fromEntries(Object.entries(faults).filter(([name]) => submitted || visitedFields.has(name)))
  const focusFirst = () =>
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>(INVALID_CONTROLS)
      first?.focus()
      first?.scrollIntoView({ block: 'center' })
    })
  return {
    ref: form,
    faults: visible,
    leave: (name: string) => setVisitedFields((before) => new Set([...before, name])),
    focusFirst,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      setSubmitted(true)
      if (Object.keys(faults).length > 0) return void focusFirst()
      submit(values)
    },
  }
}

/** Shows the number of invalid fields, which screen readers announce after submitting. */
export function InvalidFieldCount({ faults }: { faults: FieldErrorTexts }) {
  const t = useT()
  const count = Object.keys(faults).length
  return count > 1 ? (
    <p role="alert" className="pub-fault">
      {t('kit:form.faults', { count })}
    </p>
  ) : null
}

/** Button to the previous step; it is disabled while a request is pending. */
export function BackButton({ onBack, sending }: { onBack: () => void; sending?: SendState }) {
  const t = useT()
  return (
    <button type="button" className="pub-button" disabled={sending && sending.state !== 'idle'} onClick={onBack}>
      {t('kit:acts.back')}
    </button>
  )
}
