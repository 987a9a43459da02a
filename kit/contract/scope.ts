// Row-level access. Every call declares its scope, and the server checks it before the use case runs (kit/server/rows.ts). Head office may
// access the rows of all outlets, and system accounts those that their scopes allow; the values below apply to outlet staff.

/** The code of head office, which is not an outlet. As a filter it means all outlets. */
export const HQ = 'HQ'

/**
 * Who may access a row that a call names. `everyone`: all permitted callers, because all outlets share the row or because naming it reveals
 * nothing. `own account`: the owner of the account, also at head office. For personal rows. `own outlet`: staff of the row's outlet, and
 * its creator. `looked up`: the same staff, and a session that looked the customer up by a full number. `opens`: the call is itself such a
 * look-up; the use case opens the customer to the session. `second person`: as `own outlet`, but not the requester, whom the use case
 * refuses with its own message. `HQ`: head office only.
 */
export type RowReach = 'everyone' | 'own account' | 'own outlet' | 'looked up' | 'opens' | 'second person' | 'HQ'

/**
 * The rows of a call that names none.
 * `public`: the caller is not signed in yet. `own account`: rows of the caller's account. `own outlet`: lists and new rows of the
 * caller's outlet. `shared`: the same for all outlets, such as rates and settings; outlet staff may read it, and `change` turns it
 * into `HQ`. `opens`: a look-up that opens customers.
 * `HQ`: all outlets at once; head office only.
 */
type Otherwise = 'public' | 'own account' | 'own outlet' | 'shared' | 'opens' | 'HQ'

/** A row kind, or a field whose value selects the kind. */
type Kind = string | { field: string; kinds: Readonly<Record<string, string>> }

/** A field of the body that names one or more rows: `RateId`, `Search.RateId`, `Details.OldSequenceNo`. */
export type NamedRow = { kind: Kind; field: string; reach: RowReach }

export type Scope = { rows: readonly NamedRow[]; otherwise: Otherwise | null }

/** A row that the call names: `row('rate', 'RateId', 'everyone')`. An absent field is not checked. */
export const row = (kind: Kind, field: string, reach: RowReach): NamedRow => ({ kind, field, reach })

/** The row kind depends on another field of the body. Values without a kind name shared rows. */
export const kindIn = (field: string, kinds: Readonly<Record<string, string>>): Kind => ({ field, kinds })

/** The call accesses these rows only. */
export const rows = (...named: readonly (NamedRow | readonly NamedRow[])[]): Scope => ({
  rows: named.flat(),
  otherwise: null,
})

/** The call names no row, or only as a filter. */
export const noRow = (otherwise: Otherwise, ...named: readonly (NamedRow | readonly NamedRow[])[]): Scope => ({
  rows: named.flat(),
  otherwise,
})
