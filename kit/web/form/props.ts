import type { ReactNode } from 'react'
import type { Endpoint, Reply, SentByPage } from '#kit/contract/endpoint.ts'
import type { CallError } from '../call.ts'
import type { TextNamespace } from '../labels.ts'
import type { Message } from '../message.ts'
import type { MessageAction } from '../notify.tsx'
import type { TextKey } from '../vocabulary.ts'
import type { FieldName, FormField, Values } from './fields.ts'

export type RecordFormProps<E extends Endpoint> = {
  area: TextNamespace
  /** The endpoint that receives the input; its schema has all rules. */
  call: E
  fields: readonly FormField<NoInfer<E>>[]
  /** The edited record, or the initial values of a new one. */
  initial?: Values | object | undefined
  /** Sent without being shown. `Version` and other required fields are taken from `initial` automatically. */
  fixed?: Partial<SentByPage<E>>
  /** Success message, headline and next action: see `useCall`. */
  done?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  headline?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  act?: (reply: Reply<E>, input: SentByPage<E>) => MessageAction | undefined
  /** The title of an error. */
  failed: Message<[error: Error]>
  /** The field to which an error belongs: it is shown there instead of above the form. */
  placeOf?: (refused: CallError) => FieldName<NoInfer<E>> | undefined
  /** For an error: the values the server would accept, and the label of the button that submits them. */
  alternative?: (refused: CallError) => { label: string; with: Partial<SentByPage<NoInfer<E>>> } | undefined
  undo?: (reply: Reply<E>) => Promise<unknown>
  /** Runs after saving: closes the dialog or opens the record. */
  onDone?: (reply: Reply<E>, input: SentByPage<E>) => unknown
  /** Shows a Cancel button; runs after the question about unsaved changes. */
  onCancel?: () => void
  /** The label of the submit button, by default 'Save'. */
  submit?: TextKey
  /** Two columns where they fit; always one on a phone. */
  columns?: 1 | 2
  /** `note` goes above the fields, `children` below. */
  note?: ReactNode
  children?: ReactNode
  /**
   * The draft's name, which must include the record's key: input is stored in this tab until it is saved, and offered after a
   * reload. For long forms; never for calls that move money or points.
   */
  draft?: string
  /** Called on every change, for previews beside the form. */
  onValues?: (values: Values) => void
}
