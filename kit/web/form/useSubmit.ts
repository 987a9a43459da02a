import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import type { Endpoint, Reply, SentByPage } from '#kit/contract/endpoint.ts'
import { CallError } from '../call.ts'
import { errorText } from '../i18n.ts'
import type { Area } from '../labels.ts'
import type { Shape, Values } from './fields.ts'
import { type Issue, issueText } from './issues.ts'
import { fieldAt, nested } from './nested.ts'
import { inputOf } from './schema.ts'

type Submit<E extends Endpoint> = {
  form: FormInstance<Values>
  call: E
  shape: Shape
  area: Area
  /** What is sent along without being shown. */
  hidden: Values
  send: (input: SentByPage<E>) => Promise<Reply<E>>
  /** The one field that a refusal is about. */
  placeOf: ((refused: CallError) => string | undefined) | undefined
  /** Brings a field into sight and the focus into it. */
  go: (name: string) => void
  goOnceMarked: (name: string) => void
}

export type Trouble = { error: Error; details: readonly string[] }

/** Sends a form once, and brings what was refused back to the fields it is about. */
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
  const [trouble, setTrouble] = useState<Trouble>()
  const [conflict, setConflict] = useState<Values>()
  const [version, setVersion] = useState<unknown>()
  const busy = useRef(false)

  /** Puts each message under its field; answers those that belong to no field that is shown. */
  const place = (issues: readonly (Issue & { at: string })[]) => {
    const fields = Object.keys(form.getFieldsValue())
    const byField = issues.map((issue) => ({ name: fieldAt(issue.at, fields), message: issueText(issue, area) }))
    const visible = byField.filter(({ name }) => fields.includes(name))
    const messagesOf = (name: string) => visible.filter((issue) => issue.name === name).map(({ message }) => message)
    form.setFields([...new Set(visible.map(({ name }) => name))].map((name) => ({ name, errors: messagesOf(name) })))
    const first = visible[0]
    if (first) go(first.name)
    return byField
      .filter((issue) => !visible.includes(issue))
      .map(({ name, message }) => (name ? `${name}: ${message}` : message))
  }

  /** Says a refusal under its field, if it has one that is shown. */
  const refusedAt = (error: Error) => {
    const name = error instanceof CallError ? placeOf?.(error) : undefined
    if (name === undefined || !(name in form.getFieldsValue())) return false
    form.setFields([{ name, errors: [errorText(error).description] }])
    goOnceMarked(name)
    return true
  }

  const submit = async (values: Values): Promise<Reply<E> | undefined> => {
    // The button is disabled a moment later; two Enters in one frame are caught here.
    if (busy.current) return undefined
    busy.current = true
    try {
      const input = { ...hidden, ...nested(inputOf(shape, values)), ...(version !== undefined && { Version: version }) }
      // Rules over several fields: an end before its start.
      const result = call.body.safeParse(input)
      if (!result.success) {
        const rest = place(result.error.issues.map((issue) => ({ ...issue, at: issue.path.join('.') })))
        setTrouble(
          rest.length > 0
            ? { error: new CallError(400, { code: 'kit.invalid', message: '' }), details: rest }
            : undefined,
        )
        return undefined
      }
      setTrouble(undefined)
      return await send(input as SentByPage<E>)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const current = error instanceof CallError && error.statusCode === 409 ? error.current : undefined
      if (typeof current === 'object' && current !== null) {
        setConflict(current as Values)
        setVersion((current as Values).Version)
        setTrouble(undefined)
      } else if (refusedAt(error)) {
        setTrouble(undefined)
      } else {
        const details = error instanceof CallError ? error.details : []
        const rest = place(details.map(({ path, message }) => ({ at: path, message })))
        // What stands under its field is not said a second time over the form.
        setTrouble(details.length > 0 && rest.length === 0 ? undefined : { error, details: rest })
      }
      return undefined
    } finally {
      busy.current = false
    }
  }

  const reset = () => {
    setTrouble(undefined)
    setConflict(undefined)
    setVersion(undefined)
  }
  return { submit, trouble, conflict, settle: () => setConflict(undefined), pretendVersion: setVersion, reset }
}
