import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

// Each area says of its own tables what a merge does with every column that points at a person. A test holds what they
// say against the schema: a column without a word fails it.

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What a merge of two customers does with its columns that point at a customer or a membership. */
    merge?: {
      /** Rows that go over to the survivor, and back when the merge is undone. */
      moves?: readonly MergeColumn[]
      /** Columns (`table.column`) that the merge itself writes, and what. */
      written?: Readonly<Record<string, string>>
      /** Columns that stay as they are, and why. */
      stays?: Readonly<Record<string, string>>
      /** Selects of `membership_no` and `detail`: what of the two waits for a decision, and so refuses the merge. */
      blockers?: Readonly<Partial<Record<MergeBlocker, (of: MergeParties) => RawBuilder<unknown>>>>
      /** Selects of `detail`: what went over and was decided since, and so refuses to undo the merge. */
      undoBlockers?: Readonly<Partial<Record<UndoBlocker, (of: MovedRows) => RawBuilder<unknown>>>>
    }
  }
}

export type MergeBlocker = 'level' | 'approval' | 'amendment' | 'import' | 'reward'
export type UndoBlocker = 'reward' | 'referral'

/** `numbers`: the memberships of the merged customer; `both`: those of the survivor, too. `MERGE`: the kind of approval of merges. */
export type MergeParties = { MergedId: number; numbers: readonly string[]; both: readonly string[]; MERGE: string }

/** The keys of the rows that went over, by the name of their column, and since when. */
export type MovedRows = { keys: (name: string) => readonly unknown[]; MergedAt: string }

/** A table whose rows go over, by the column that names the customer, the membership, or both. */
export type MergeColumn = {
  table: string
  /** What the rows are counted as, where a table goes over in two ways. */
  name?: string
  key: string
  keyType: 'bigint' | 'text'
  customer?: string
  membership?: string
  /** Rows that stay behind, because the survivor has the like already. `r` is the row, `own` the survivor's. */
  unless?: (of: {
    SurvivorId: number
    MergedId: number
    into: RawBuilder<unknown>
    numbers: readonly string[]
  }) => RawBuilder<unknown>
}

export const movesOf = ({ services }: Pick<Ctx, 'services'>) =>
  services.areas
    .flatMap(({ merge }) => merge?.moves ?? [])
    .map((column) => ({ ...column, name: column.name ?? column.table }))

type Selects<Of> = Readonly<Partial<Record<string, (of: Of) => RawBuilder<unknown>>>>

/** One select over all blockers that areas contribute: `what`, and their own columns. */
export function blockersIn<Of>(contributed: readonly Selects<Of>[], columns: RawBuilder<unknown>, of: Of) {
  const selects = contributed.flatMap((blockers) =>
    Object.entries(blockers).map(
      ([what, select]) => sql`select ${what}::text as what, blocker.* from (${select!(of)}) blocker (${columns})`,
    ),
  )
  return sql`${sql.join(selects, sql` union all `)}`
}
