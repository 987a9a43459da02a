// WHOSE ROWS A CALL MAY TOUCH. Every call declares it beside its path; the server asks before the use case runs
// (kit/server/rows.ts), in the one path of every call. Head office may touch the rows of all outlets, programs what their
// scope allows; the words below are about staff of an outlet.

/** The code of head office, which is no outlet: as a filter it means all of them. */
export const HQ = 'HQ'

/**
 * Who may touch a row that a call names.
 * `everyone`: anyone who may make the call, because all outlets share it or because naming it reveals nothing.
 * `own account`: whose account it belongs to; that holds for head office too. This word is for rows of persons.
 * `own outlet`: staff of the outlet it belongs to, and who made it.
 * `looked up`: those, and a session that looked the person of the row up by a full number.
 * `opens`: naming it in full is itself such a look-up; the use case opens the person to the session.
 * `second person`: as `own outlet`, and never who asked for it: the use case refuses the requester in its own words.
 * `HQ`: head office only.
 */
export type Reach = 'everyone' | 'own account' | 'own outlet' | 'looked up' | 'opens' | 'second person' | 'HQ'

/**
 * What a call without a named row shows or writes.
 * `nobody`: nobody is signed in yet. `own account`: of the caller's own. `own outlet`: lists and new rows of the caller's
 * outlet. `shared`: what is the same for every outlet, as rates and settings are; staff of an outlet read it, and `change` makes a
 * change of it one of `HQ`. `opens`: a look-up that opens persons.
 * `HQ`: of all outlets at once, which head office alone sees and writes; the server refuses everybody else.
 */
type Otherwise = 'nobody' | 'own account' | 'own outlet' | 'shared' | 'opens' | 'HQ'

/** Kinds of rows by the names that their areas gave them; a type field may say which kind it is. */
type Kind = string | { field: string; kinds: Readonly<Record<string, string>> }

/** One field of the body that names a row (or several): `RateId`, `Search.RateId`, `Details.OldSequenceNo`. */
export type NamedRow = { kind: Kind; field: string; reach: Reach }

export type Scope = { rows: readonly NamedRow[]; otherwise: Otherwise | null }

/** A row that the call names: `row('rate', 'RateId', 'everyone')`. What is not sent is not asked for. */
export const row = (kind: Kind, field: string, reach: Reach): NamedRow => ({ kind, field, reach })

/** Which kind of row it is stands in another field of the body. A value that is not among the kinds names a shared row. */
export const kindIn = (field: string, kinds: Readonly<Record<string, string>>): Kind => ({ field, kinds })

/** The call is about these rows and nothing else. */
export const rows = (...named: readonly (NamedRow | readonly NamedRow[])[]): Scope => ({
  rows: named.flat(),
  otherwise: null,
})

/** The call names no row, or only to narrow what it shows or writes anyway. */
export const noRow = (otherwise: Otherwise, ...named: readonly (NamedRow | readonly NamedRow[])[]): Scope => ({
  rows: named.flat(),
  otherwise,
})
