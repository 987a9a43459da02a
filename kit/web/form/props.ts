import type { ReactNode } from 'react'
import type { Endpoint, Reply, SentByPage } from '#kit/contract/endpoint.ts'
import type { CallError } from '../call.ts'
import type { Area } from '../labels.ts'
import type { Message } from '../message.ts'
import type { Act } from '../notify.tsx'
import type { TextKey } from '../vocabulary.ts'
import type { FieldName, FormField, Values } from './fields.ts'

export type RecordFormProps<E extends Endpoint> = {
  area: Area
  /** The change that the form is filled for: its schema holds every rule, its path takes the result. */
  call: E
  fields: readonly FormField<NoInfer<E>>[]
  /** The record that is edited, or what a new one starts with. */
  initial?: Values | object | undefined
  /** Sent along without being shown. Version and whatever else the call demands are taken from `initial` by themselves. */
  fixed?: Partial<SentByPage<E>>
  /** The sentence of success, the headline over it that names the record, and the next act: as `useCall` takes them. */
  done?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  headline?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  act?: (reply: Reply<E>, input: SentByPage<E>) => Act | undefined
  /** The title of a refusal, which may say what it is about. */
  failed: Message<[error: Error]>
  /** The one field that a refusal is about: it is said there, and not over the form. */
  placeOf?: (refused: CallError) => FieldName<NoInfer<E>> | undefined
  /** What would be taken where this was refused: the same with these values, by a button in the refusal. */
  way?: (refused: CallError) => { label: string; with: Partial<SentByPage<NoInfer<E>>> } | undefined
  undo?: (reply: Reply<E>) => Promise<unknown>
  /** After it was saved: close, or go where the record is. */
  onDone?: (reply: Reply<E>, input: SentByPage<E>) => unknown
  /** Shows a Cancel button; asked about unsaved changes first. */
  onCancel?: () => void
  /** 'Save' if left out. */
  submit?: TextKey
  /** Two columns where there is room; one on a phone always. */
  columns?: 1 | 2
  /** Above and below the fields. */
  note?: ReactNode
  children?: ReactNode
  /**
   * The form's name, with its record's key: what is typed is kept in this tab until it is saved, and offered after a
   * reload. For long forms; never for what moves money or points.
   */
  draft?: string
  /** Called at every change, for previews beside the form. */
  onValues?: (values: Values) => void
}
