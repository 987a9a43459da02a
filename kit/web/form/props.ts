import type { ReactNode } from 'react'
import type { Endpoint, Reply, WebRequestBody } from '#kit/contract/endpoint.ts'
import type { CallError } from '../call.ts'
import type { TextNamespace } from '../labels.ts'
import type { TextSource } from '../message.ts'
import type { MessageAction } from '../notify.tsx'
import type { TextKey } from '../vocabulary.ts'
import type { EndpointFieldName, FormField, FormFieldValues } from './fields.ts'

export type RecordFormProps<E extends Endpoint> = {
  area: TextNamespace
  /** The endpoint that receives the input. Its schema contains all validation rules. */
  call: E
  fields: readonly FormField<NoInfer<E>>[]
  /** The record to edit, or the initial values of a new record in the form. */
  initial?: FormFieldValues | object | undefined
  /** Values that the form sends without a field. The form sends `Version` and required fields of `initial` anyway. */
  fixed?: Partial<WebRequestBody<E>>
  /** The success message; see `useCall` for headline and next action. */
  done?: TextSource<[reply: Reply<E>, input: WebRequestBody<E>]>
  headline?: TextSource<[reply: Reply<E>, input: WebRequestBody<E>]>
  act?: (reply: Reply<E>, input: WebRequestBody<E>) => MessageAction | undefined
  /** The title of the error if saving the form fails. */
  failed: TextSource<[error: Error]>
  /** Returns the field at which the form shows an error. Without a field the error is above the form. */
  placeOf?: (refused: CallError) => EndpointFieldName<NoInfer<E>> | undefined
  /** For an error: the values that the server would accept, and the label of the button that submits these values. */
  alternative?: (refused: CallError) => { label: string; with: Partial<WebRequestBody<NoInfer<E>>> } | undefined
  undo?: (reply: Reply<E>) => Promise<unknown>
  /** Called after the form was saved, for example to close the dialog or open the record. */
  onDone?: (reply: Reply<E>, input: WebRequestBody<E>) => unknown
  /** Called when the user cancels the form, after the question about unsaved changes. Adds a Cancel button. */
  onCancel?: () => void
  /** The label of the form's submit button; by default 'Save'. */
  submit?: TextKey
  /** The number of columns of the form. Two columns need enough width; a phone always shows one column. */
  columns?: 1 | 2
  /** Content above the fields of the form; `children` are below the fields. */
  note?: ReactNode
  children?: ReactNode
  /**
   * The name of the form's draft, which must contain the record's key.
   * The tab stores the input until the form is saved, and offers the input after a reload.
   * Use drafts for long forms only, and never for calls that move money or points.
   */
  draft?: string
  /** Called on every change of the form, for previews beside the form. */
  onValues?: (values: FormFieldValues) => void
}
