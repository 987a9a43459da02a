import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint, Input } from '#kit/contract/endpoint.ts'
import type { SelectChoiceSource } from '../choices.ts'
import type { TextKey } from '../vocabulary.ts'
import type { FieldKind } from './schema.ts'

export type FormFieldValues = Record<string, unknown>

type OwnName<E extends Endpoint> = keyof Input<E> & string

/** The name of an endpoint's field, or the path of an entry in a field: `CustomValues.RING_SIZE`. */
export type EndpointFieldName<E extends Endpoint> = OwnName<E> | `${OwnName<E>}.${string}`

export type ControlProps = { id?: string; value?: unknown; onChange?: (value: unknown) => void; onBlur?: () => void }

export type FieldSpec<Name extends string> = {
  name: Name
  /** The text key of the field's label; by default `fields.<Name>` of the area. */
  label?: TextKey
  /** The label of a custom field, which has no text key. */
  title?: string
  /** The schema of a field that is not in the contract, such as a custom field. */
  schema?: z.ZodType
  /** One line of help below a difficult field. */
  help?: TextKey
  /** A placeholder that shows the format, for example `MBR-000123`. */
  example?: string
  /** The kind of the field, for fields whose schema is not specific enough, such as an integer for points. */
  kind?: FieldKind
  /** The options of the select; by default the values of an enumeration in the schema. */
  choices?: SelectChoiceSource
  /** The message shown if the options could not be loaded. */
  choicesFailed?: TextKey
  /** The reason why the field is read-only, shown below the field. */
  locked?: string | false | undefined
  /** True if the field takes both columns of a form with two columns. */
  wide?: boolean
  /** Text before or after the value, such as RM or days. */
  prefix?: ReactNode
  suffix?: ReactNode
  /** The value of the HTML attribute autocomplete, for example `email`. */
  autoComplete?: string
  /** Returns whether the form shows the field. A hidden field is not sent. */
  show?(values: FormFieldValues): boolean
  /** Formats the value of the field for the conflict panel, if the value is not text. */
  words?(value: unknown): string
  /** The page's own control for the field, for values that no kind of field supports. */
  control?(props: ControlProps): ReactNode
}

/** A heading between the fields of a form. */
export type FormHeading = { section: TextKey; hint?: TextKey }

/** An entry of a form: a field name, a field with options, or a heading. */
export type FormField<E extends Endpoint> = EndpointFieldName<E> | FieldSpec<EndpointFieldName<E>> | FormHeading

export const isHeading = (field: string | object): field is FormHeading =>
  typeof field === 'object' && 'section' in field

export const toFieldSpec = (field: string | FieldSpec<string>): FieldSpec<string> =>
  typeof field === 'string' ? { name: field } : field

export type FieldSchemas = Record<string, z.ZodType>
