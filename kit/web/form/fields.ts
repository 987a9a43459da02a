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
  /** What people called it themselves, where it has no text. */
  title?: string
  /** What it takes, where the call cannot know: an entry that is a row of the database. */
  schema?: z.ZodType
  /** One line under a difficult field. */
  help?: TextKey
  /** Shown while the field is empty, for example `MBR-000123`. */
  example?: string
  /** Only where the schema cannot tell: points are whole numbers like any other. */
  kind?: FieldKind
  /** Entries of a select; enumerations bring their own. */
  choices?: Choices
  /** What is said where those could not be loaded. */
  choicesFailed?: TextKey
  /** Why it cannot be changed here: shown under the field. */
  locked?: string | false | undefined
  /** The whole row of a form with two columns. */
  wide?: boolean
  /** Stands before or after the value: RM, days. */
  prefix?: ReactNode
  suffix?: ReactNode
  /** The browser's own filling in, for example `email`. */
  autoComplete?: string
  /** Shown only while this holds; a hidden field is not sent. */
  show?(values: Values): boolean
  /** How its value is said where two of them are compared, if that is no text. */
  words?(value: unknown): string
  /** A control of the page's own, for what no kind covers. */
  control?(props: ControlProps): ReactNode
}

/** A heading between fields. */
export type Heading = { section: TextKey; hint?: TextKey }

/** What a form shows: names of fields, fields with more to say, headings. */
export type FormField<E extends Endpoint> = FieldName<E> | FieldSpec<FieldName<E>> | Heading

export const isHeading = (field: string | object): field is Heading => typeof field === 'object' && 'section' in field

export const specOf = (field: string | FieldSpec<string>): FieldSpec<string> =>
  typeof field === 'string' ? { name: field } : field

export type Shape = Record<string, z.ZodType>
