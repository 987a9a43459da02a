import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

// Each area declares what a merge does with every column of its tables that refers to a customer or membership.
// A test compares the declarations for merges with the schema, and fails for an undeclared column.

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The declaration of an area for its columns that refer to a customer or a membership in a merge. */
    merge?: {
      /** The rows that move to the survivor, and back when the merge is undone. */
      moves?: readonly MovedTable[]
      /** The columns (`table.column`) that the merge itself writes, with a description of the new value. */
      written?: Readonly<Record<string, string>>
      /** The columns that a merge does not change, with the reason. */
      stays?: Readonly<Record<string, string>>
      /** Selects `membership_no` and `detail` of pending decisions about either customer, which block the merge. */
      blockers?: Readonly<Partial<Record<MergeBlockerKind, (of: MergePartiesForSql) => RawBuilder<unknown>>>>
      /** Selects `detail` of moved rows that were decided since the merge, which block its undo. */
      undoBlockers?: Readonly<Partial<Record<UnmergeBlockerKind, (of: MovedRowKeys) => RawBuilder<unknown>>>>
    }
  }
}

export type MergeBlockerKind = 'level' | 'approval' | 'amendment' | 'import' | 'reward'
export type UnmergeBlockerKind = 'reward' | 'referral'

/** `numbers` are the membership numbers of the merged customer, `both` those of both customers, `MERGE` the approval kind. */
export type MergePartiesForSql = {
  MergedId: number
  numbers: readonly string[]
  both: readonly string[]
  MERGE: string
}

/** The keys of the moved rows by the name of their table, and the time of the merge. */
export type MovedRowKeys = { keys: (name: string) => readonly unknown[]; MergedAt: string }

/** A table whose rows move, with the columns that name the customer, the membership, or both. */
export type MovedTable = {
  table: string
  /** The name under which the moved rows are recorded, if a table moves in two ways. */
  name?: string
  key: string
  keyType: 'bigint' | 'text'
  customer?: string
  membership?: string
  /** The condition for rows `r` that do not move, because the survivor has an equivalent row `own`. */
  unless?: (of: {
    SurvivorId: number
    MergedId: number
    into: RawBuilder<unknown>
    numbers: readonly string[]
  }) => RawBuilder<unknown>
}

export const collectMovedTables = ({ services }: Pick<Ctx, 'services'>) =>
  services.areas
    .flatMap(({ merge }) => merge?.moves ?? [])
    .map((column) => ({ ...column, name: column.name ?? column.table }))

type Selects<Of> = Readonly<Partial<Record<string, (of: Of) => RawBuilder<unknown>>>>

/** Returns one select over all blockers that areas contribute, with the columns `kind` and `columns`. */
export function selectBlockers<Of>(contributed: readonly Selects<Of>[], columns: RawBuilder<unknown>, subject: Of) {
  const selects = contributed.flatMap((blockers) =>
    Object.entries(blockers).map(
      ([kind, select]) => sql`select ${kind}::text as kind, blocker.* from (${select!(subject)}) blocker (${columns})`,
    ),
  )
  return sql`${sql.join(selects, sql` union all `)}`
}
