import type { ServerArea } from '#kit/server/area.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import type { DataPart } from '../contract.ts'

// Each area declares the personal data in its tables, which columns are exported, and which rows an erasure removes.
// A test checks these declarations against the database schema.

/** Placeholders in SQL conditions: ids of the customer and of records merged into it, and all membership numbers. */
export const CUSTOMER_IDS_PLACEHOLDER = '$1::bigint[]'
export const MEMBERSHIP_NUMBERS_PLACEHOLDER = '$2::text[]'

export type PersonalTable = {
  table: string
  part: DataPart
  /** SQL condition on `r` that selects the customer's rows. Default: the column customer_id is the customer. */
  rows?: string
  /** Columns that are not exported; an asterisk means all columns and requires a reason in `because`. */
  hides?: string
  because?: string
  /**
   * Differences of the customer's own export: columns replaced by SQL expressions, and a condition that excludes rows.
   * The customer's own export must not reveal internal facts, such as another customer with the same identity number.
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
  /** Columns that an erasure leaves unchanged: they identify no person, or the ledger depends on them. */
  keeps?: string
  /** True if the audit log keeps amounts and statuses of the rows; an erasure masks only values that name people. */
  auditKept?: true
}

/** A table whose rows belong to no customer but may name one, and what an erasure does to such rows. */
export type PersonMention = {
  table: string
  /** Text columns in which an erasure searches for the person's identifiers. */
  columns: string
  removes?: true
  /** If not set, the identifiers found in these columns are replaced by •••. */
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Personal data in the tables of the area. */
    personal?: {
      tables?: readonly PersonalTable[]
      mentions?: readonly PersonMention[]
      /** Tables or columns (`table.column`) that refer to a customer but contain no personal data, with the reason. */
      none?: Readonly<Record<string, string>>
    }
  }
}

export const collectPersonalTables = (areas: readonly ServerArea[]): readonly PersonalTable[] =>
  areas.flatMap(({ personal }) => personal?.tables ?? [])

export const collectPersonMentions = (areas: readonly ServerArea[]): readonly PersonMention[] =>
  areas.flatMap(({ personal }) => personal?.mentions ?? [])

export const personRowsCondition = ({ rows }: PersonalTable) =>
  rows ?? `r.customer_id = any(${CUSTOMER_IDS_PLACEHOLDER})`

export const splitWords = (text = '') => text.split(/\s+/).filter((word) => word !== '')

export const hasErasureTreatment = ({ removes, clears, dots, sets }: PersonalTable) =>
  removes === true || [clears, dots, sets].some((treatment) => treatment !== undefined)
