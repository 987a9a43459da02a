// Row-level access: the server checks the scope of each call before the use case runs (kit/server/rows.ts).
// The values below apply to outlet staff; head office may access the rows of all outlets.
// System accounts may access the rows that their scopes allow.

/** The code of head office, which is not an outlet. As a filter, HQ selects all outlets. */
export const HQ_CODE = 'HQ'

/**
 * The callers that may access a row named by a call.
 * `everyone`: all callers that may make the call; for rows that outlets share or that reveal nothing.
 * `own account`: only the owner of the account, also at head office; for personal rows.
 * `own outlet`: the staff of the row's outlet, and the user who created the row.
 * `looked up`: as `own outlet`, and any session that looked the customer up by a complete number.
 * `opens`: any staff; the call is a look-up that gives the session access to the customer.
 * `second person`: as `own outlet`, except the requester, whom the use case refuses with its own message.
 * `HQ`: head office only.
 */
export type RowAccessRule = 'everyone' | 'own account' | 'own outlet' | 'looked up' | 'opens' | 'second person' | 'HQ'

/**
 * The rows that a call accesses if the call names no row.
 * `public`: no row of a user, because the caller is not signed in yet.
 * `own account`: rows of the caller's account.
 * `own outlet`: lists and new rows of the caller's outlet.
 * `shared`: rows common to all outlets, such as rates; outlet staff read them, and `change` replaces `shared` by `HQ`.
 * `opens`: rows of the customers to whom the look-up gives the session access.
 * `HQ`: rows of all outlets, for head office only.
 */
type Otherwise = 'public' | 'own account' | 'own outlet' | 'shared' | 'opens' | 'HQ'

/** The kind of a row, or a body field whose value determines the kind. */
type Kind = string | { field: string; kinds: Readonly<Record<string, string>> }

/** A body field that names one or more rows: `RateId`, `Search.RateId` or `Details.OldSequenceNo`. */
export type NamedRow = { kind: Kind; field: string; reach: RowAccessRule }

export type RowScope = { rows: readonly NamedRow[]; otherwise: Otherwise | null }

/** Declares a row that the call names: `row('rate', 'RateId', 'everyone')`. An absent field is not checked. */
export const row = (kind: Kind, field: string, reach: RowAccessRule): NamedRow => ({ kind, field, reach })

/** Determines the row kind by the value of another body field. A value without a row kind refers to a shared row. */
export const rowKindFromField = (field: string, kinds: Readonly<Record<string, string>>): Kind => ({ field, kinds })

/** Declares that the call accesses only the named rows. */
export const namedRows = (...named: readonly (NamedRow | readonly NamedRow[])[]): RowScope => ({
  rows: named.flat(),
  otherwise: null,
})

/** Declares that the call names no row, or names rows only in filters. */
export const unnamedRows = (otherwise: Otherwise, ...named: readonly (NamedRow | readonly NamedRow[])[]): RowScope => ({
  rows: named.flat(),
  otherwise,
})
