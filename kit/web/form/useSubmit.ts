import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import type { Endpoint, Reply, WebRequestBody } from '#kit/contract/endpoint.ts'
import { CallError } from '../call.ts'
import { errorText } from '../i18n.ts'
import type { TextNamespace } from '../labels.ts'
import type { FieldSchemas, FormFieldValues } from './fields.ts'
import { translateValidationIssue, type ValidationIssue } from './issues.ts'
import { findFormField, nestFormEntries } from './nested.ts'
import { buildCallInput } from './schema.ts'

type Submit<E extends Endpoint> = {
  form: FormInstance<FormFieldValues>
  call: E
  shape: FieldSchemas
  area: TextNamespace
  /** Values that the form sends without a field. */
  hidden: FormFieldValues
  send: (input: WebRequestBody<E>) => Promise<Reply<E>>
  /** Returns the field at which the form shows an error. */
  placeOf: ((refused: CallError) => string | undefined) | undefined
  /** Scrolls to a field and focuses the field. */
  go: (name: string) => void
  goOnceMarked: (name: string) => void
}

export type FormError = { error: Error; details: readonly string[] }

/** Submits a form once and shows each error at its field. */
export function useSubmit<E extends Endpoint>({
  form,
  call,
  shape,
  area,
  hidden,
  send,
  placeOf,
  go,
  goOnceMarked,
}: Submit<E>) {
  const [formError, setFormError] = useState<FormError>()
  const [conflict, setConflict] = useState<FormFieldValues>()
  const [version, setVersion] = useState<unknown>()
  const busy = useRef(false)

  /** Shows each validation message below its field, and returns the messages whose field is not visible. */
  const showIssues = (issues: readonly (ValidationIssue & { at: string })[]) => {
    const fields = Object.keys(form.getFieldsValue())
    const byField = issues.map((issue) => ({
      name: findFormField(issue.at, fields),
      message: translateValidationIssue(issue, area),
    }))
    const visible = byField.filter(({ name }) => fields.includes(name))
    const messagesOf = (name: string) => visible.filter((issue) => issue.name === name).map(({ message }) => message)
    form.setFields([...new Set(visible.map(({ name }) => name))].map((name) => ({ name, errors: messagesOf(name) })))
    const first = visible[0]
    if (first) go(first.name)
    return byField
      .filter((issue) => !visible.includes(issue))
      .map(({ name, message }) => (name ? `${name}: ${message}` : message))
  }

  /** Shows an error below its field if the form shows that field. */
  const showAtField = (error: Error) => {
    const name = error instanceof CallError ? placeOf?.(error) : undefined
    if (name === undefined || !(name in form.getFieldsValue())) return false
    form.setFields([{ name, errors: [errorText(error).description] }])
    goOnceMarked(name)
    return true
  }

  const submit = async (values: FormFieldValues): Promise<Reply<E> | undefined> => {
    // Ignores a second Enter in the same frame, because the button is disabled only in the next render.
    if (busy.current) return undefined
    busy.current = true
    try {
      const input = {
        ...hidden,
        ...nestFormEntries(buildCallInput(shape, values)),
        ...(version !== undefined && { Version: version }),
      }
      // Checks rules that concern several fields, such as an end before its start.
      const result = call.body.safeParse(input)
      if (!result.success) {
        const unplaced = showIssues(result.error.issues.map((issue) => ({ ...issue, at: issue.path.join('.') })))
        setFormError(
          unplaced.length > 0
            ? { error: new CallError(400, { code: 'kit.invalid', message: '' }), details: unplaced }
            : undefined,
        )
        return undefined
      }
      setFormError(undefined)
      return await send(input as WebRequestBody<E>)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const current = error instanceof CallError && error.statusCode === 409 ? error.current : undefined
      if (typeof current === 'object' && current !== null) {
        setConflict(current as FormFieldValues)
        setVersion((current as FormFieldValues).Version)
        setFormError(undefined)
      } else if (showAtField(error)) {
        setFormError(undefined)
      } else {
        const details = error instanceof CallError ? error.details : []
        const unplaced = showIssues(details.map(({ path, message }) => ({ at: path, message })))
        // The error is above the form only if no field shows the error.
        setFormError(details.length > 0 && unplaced.length === 0 ? undefined : { error, details: unplaced })
      }
      return undefined
    } finally {
      busy.current = false
    }
  }

  const reset = () => {
    setFormError(undefined)
    setConflict(undefined)
    setVersion(undefined)
  }
  return { submit, formError, conflict, settle: () => setConflict(undefined), pretendVersion: setVersion, reset }
}
