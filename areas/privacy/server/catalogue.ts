import type { ServerArea } from '#kit/server/area.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import type { DataPart } from '../contract.ts'

// Each area declares for its tables which personal data they contain, what is exported to the customer, and what an erasure does to
// them. A test checks the declarations against the schema.

/** Placeholders in conditions: the ids of the customer and of records merged into it, and all their membership numbers. */
export const CUSTOMER_IDS = '$1::bigint[]'
export const MEMBERSHIP_NUMBERS = '$2::text[]'

export type PersonalTable = {
  table: string
  part: DataPart
  /** The customer's rows, as a condition on `r`. Default: by the column customer_id. */
  rows?: string
  /** Columns that are not exported; a star hides all of them and requires `because`. */
  hides?: string
  because?: string
  /**
   * For the export by the customer: columns replaced by SQL expressions, and rows left out. It must not reveal what only the company may
   * know, for example that an identity number belongs to another customer.
   */
  own?: { sets?: Readonly<Record<string, string>>; without?: string }
  /** Additional exported values as SQL expressions, for example a referenced text in the language of the export. */
  adds?: Readonly<Record<string, (language: MailLanguage) => string>>
  /** An erasure deletes the rows. */
  removes?: true
  /** Columns that an erasure sets to null. */
  clears?: string
  /** Columns in which an erasure replaces text by •••. */
  dots?: string
  /** Columns that an erasure sets to an SQL expression. */
  sets?: Readonly<Record<string, string>>
  /** Texts, lists and dates that remain, because they do not identify a person or the ledger depends on them. */
  keeps?: string
  /** The audit log of these rows keeps its values (amounts, statuses). Values that name the person are masked all the same. */
  auditKept?: true
}

/** A table that belongs to no customer but may mention one, with the treatment of rows that name the person. */
export type PersonMention = {
  table: string
  /** The columns that are searched. */
  columns: string
  removes?: true
  /** Otherwise text found in the columns becomes •••. */
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The personal data in the area's tables. */
    personal?: {
      tables?: readonly PersonalTable[]
      mentions?: readonly PersonMention[]
      /** Tables or columns (`table.column`) that refer to a customer without personal data, with the reason. */
      none?: Readonly<Record<string, string>>
    }
  }
}

export const personalTables = (areas: readonly ServerArea[]): readonly PersonalTable[] =>
  areas.flatMap(({ personal }) => personal?.tables ?? [])

export const collectMentions = (areas: readonly ServerArea[]): readonly PersonMention[] =>
  areas.flatMap(({ personal }) => personal?.mentions ?? [])

export const rowsCondition = ({ rows }: PersonalTable) => rows ?? `r.customer_id = any(${CUSTOMER_IDS})`

export const splitWords = (text = '') => text.split(/\s+/).filter((word) => word !== '')

export const isErased = ({ removes, clears, dots, sets }: PersonalTable) =>
  removes === true || [clears, dots, sets].some((treatment) => treatment !== undefined)
