import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint, Input } from '#kit/contract/endpoint.ts'
import type { Choices } from '../choices.ts'
import type { TextKey } from '../vocabulary.ts'
import type { FieldKind } from './schema.ts'

export type Values = Record<string, unknown>

type OwnName<E extends Endpoint> = keyof Input<E> & string

/** The name of a call's field, or of an entry within one: `CustomValues.RING_SIZE`. */
export type FieldName<E extends Endpoint> = OwnName<E> | `${OwnName<E>}.${string}`

export type ControlProps = { id?: string; value?: unknown; onChange?: (value: unknown) => void; onBlur?: () => void }

export type FieldSpec<Name extends string> = {
  name: Name
  /** The area's `fields.<Name>` if left out. */
  label?: TextKey
  /** The label of a custom field, which has no text. */
  title?: string
  /** The schema of a field that the contract does not know, such as a custom field. */
  schema?: z.ZodType
  /** One line under a difficult field. */
  help?: TextKey
  /** Shown while the field is empty, for example `MBR-000123`. */
  example?: string
  /** The kind, only where the schema does not determine it: points are integers like any other. */
  kind?: FieldKind
  /** The choices of a select; enumerations need none. */
  choices?: Choices
  /** The message when the choices could not be loaded. */
  choicesFailed?: TextKey
  /** The reason why the field is read-only, shown under it. */
  locked?: string | false | undefined
  /** Takes the whole row in a form with two columns. */
  wide?: boolean
  /** Shown before or after the value: RM, days. */
  prefix?: ReactNode
  suffix?: ReactNode
  /** The browser's autocomplete type, for example `email`. */
  autoComplete?: string
  /** True if the field is shown; a hidden field is not sent. */
  show?(values: Values): boolean
  /** Formats the value for the conflict panel, if it is not text. */
  words?(value: unknown): string
  /** The page's own control, for values that no kind covers. */
  control?(props: ControlProps): ReactNode
}

/** A heading between fields. */
export type Heading = { section: TextKey; hint?: TextKey }

/** An entry of a form: a field name, a field with options or a heading. */
export type FormField<E extends Endpoint> = FieldName<E> | FieldSpec<FieldName<E>> | Heading

export const isHeading = (field: string | object): field is Heading => typeof field === 'object' && 'section' in field

export const toFieldSpec = (field: string | FieldSpec<string>): FieldSpec<string> =>
  typeof field === 'string' ? { name: field } : field

export type Shape = Record<string, z.ZodType>
