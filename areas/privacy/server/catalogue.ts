import type { ServerArea } from '#kit/server/area.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import type { Part } from '../contract.ts'

// Each area says of its own tables what they hold about a customer: what the customer is given of it, and what becomes of it
// when the customer's personal data are erased. A test holds what they say against the schema.

/** In a condition: the customer's number and those of records merged into it, and all their membership numbers. */
export const CUSTOMERS = '$1::bigint[]'
export const NUMBERS = '$2::text[]'

export type PersonalTable = {
  table: string
  part: Part
  /** Which rows are the customer's, as a condition on `r`; by its column customer_id unless said otherwise. */
  rows?: string
  /** Columns that are not given to the customer; a star for all of them, because. */
  hides?: string
  because?: string
  /**
   * In the customer's own pack: columns that say something else, as expressions in SQL, and which rows are left out. What only the
   * company may know, as that an identity number is somebody else's already, is not to be learnt there either.
   */
  own?: { sets?: Readonly<Record<string, string>>; without?: string }
  /** What is given beside the columns, as expressions in SQL: a text that stands elsewhere, in the language of the pack. */
  adds?: Readonly<Record<string, (language: MailLanguage) => string>>
  /** Rows are removed. */
  removes?: true
  /** Columns that become null. */
  clears?: string
  /** Columns whose text becomes •••, where there is one. */
  dots?: string
  /** Columns that become something else: an expression in SQL. */
  sets?: Readonly<Record<string, string>>
  /** Texts, lists and dates that stay: they say nothing about a person, or the ledger rests on them. */
  keeps?: string
  /** The audit log of these rows keeps its values: amounts and states. What names the person is found there all the same. */
  auditKept?: true
}

/** A table that is no customer's own, but in which a customer may be named: what is done with rows that name the person. */
export type Mention = {
  table: string
  /** The columns that are looked through. */
  columns: string
  removes?: true
  /** Text found in the columns becomes •••. */
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What the area holds about a customer. */
    personal?: {
      tables?: readonly PersonalTable[]
      mentions?: readonly Mention[]
      /** Tables or columns (`table.column`) that point at a customer and hold nothing of theirs, and why. */
      none?: Readonly<Record<string, string>>
    }
  }
}

export const personalTables = (areas: readonly ServerArea[]): readonly PersonalTable[] =>
  areas.flatMap(({ personal }) => personal?.tables ?? [])

export const mentionsIn = (areas: readonly ServerArea[]): readonly Mention[] =>
  areas.flatMap(({ personal }) => personal?.mentions ?? [])

export const rowsOf = ({ rows }: PersonalTable) => rows ?? `r.customer_id = any(${CUSTOMERS})`

export const words = (text = '') => text.split(/\s+/).filter((word) => word !== '')

export const isErased = ({ removes, clears, dots, sets }: PersonalTable) =>
  removes === true || [clears, dots, sets].some((one) => one !== undefined)
