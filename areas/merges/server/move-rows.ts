import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { collectMovedTables } from './catalogue.ts'

/** The two customers of a merge, and each membership number with the number that replaces it. */
export type MergeMapping = {
  SurvivorId: number
  MergedId: number
  /** The number that replaces each membership number. */
  numbers: Readonly<Record<string, string>>
  /** All membership numbers of both customers. */
  all: readonly string[]
}

/** The keys of the moved rows by table and previous membership number ('' for rows without a number). */
export type MovedKeysByTable = Record<string, Record<string, (number | string)[]>>

type TableMove = ReturnType<typeof collectMovedTables>[number]

function rowsOf(move: TableMove, mapping: MergeMapping) {
  const losers = Object.keys(mapping.numbers)
  const into = move.membership
    ? sql`(${JSON.stringify(mapping.numbers)}::jsonb->>r.${sql.ref(move.membership)})`
    : sql`null::text`
  const belongsToMerged = move.customer
    ? sql`r.${sql.ref(move.customer)} = ${mapping.MergedId}`
    : sql`r.${sql.ref(move.membership!)} = any(${losers})`
  const { SurvivorId, MergedId, all: numbers } = mapping
  const unless = move.unless?.({ SurvivorId, MergedId, into, numbers })
  const conditions = [belongsToMerged, ...(unless ? [sql`not (${unless})`] : [])]
  return { into, where: sql.join(conditions, sql` and `) }
}

/** Returns how many rows of each table would move in the merge. */
export async function countRowsToMove(ctx: Ctx, mapping: MergeMapping): Promise<{ What: string; Count: number }[]> {
  const counts = collectMovedTables(ctx).map(
    (move) =>
      sql`select ${move.name}::text as what, count(*) as count from ${sql.table(move.table)} r where ${rowsOf(move, mapping).where}`,
  )
  const { rows } = await sql<{ What: string; Count: number }>`${sql.join(counts, sql` union all `)}`.execute(ctx.db)
  return rows.filter(({ Count }) => Count > 0)
}

/** Moves all rows to the survivor, with one statement per table. */
export async function moveRows(ctx: Ctx, mapping: MergeMapping): Promise<MovedKeysByTable> {
  const moved: MovedKeysByTable = {}
  for (const move of collectMovedTables(ctx)) {
    const { into, where } = rowsOf(move, mapping)
    const key = sql.ref(move.key)
    const was = move.membership ? sql`coalesce(r.${sql.ref(move.membership)}, '')` : sql`''`
    const set = [
      ...(move.customer ? [sql`${sql.ref(move.customer)} = ${mapping.SurvivorId}`] : []),
      ...(move.membership
        ? [sql`${sql.ref(move.membership)} = coalesce(chosen.into_no, r.${sql.ref(move.membership)})`]
        : []),
    ]
    const { rows } = await sql<{ Was: string; Keys: (number | string)[] }>`
      with chosen as materialized (select r.${key} as key, ${was} as was, ${into} as into_no from ${sql.table(move.table)} r where ${where}),
      done as (update ${sql.table(move.table)} r set ${sql.join(set)} from chosen where r.${key} = chosen.key)
      select was, jsonb_agg(key) as keys from chosen group by was`.execute(ctx.db)
    if (rows.length > 0) moved[move.name] = Object.fromEntries(rows.map(({ Was, Keys }) => [Was, Keys]))
  }
  return moved
}

/** Moves the recorded rows back to the merged customer and their previous memberships. */
export async function moveRowsBack(ctx: Ctx, mapping: MergeMapping, moved: MovedKeysByTable): Promise<void> {
  for (const { move, was, keys } of partsOf(ctx, moved)) {
    const set = [
      ...(move.customer ? [sql`${sql.ref(move.customer)} = ${mapping.MergedId}`] : []),
      ...(move.membership && was !== '' ? [sql`${sql.ref(move.membership)} = ${was}`] : []),
    ]
    await sql`update ${sql.table(move.table)} r set ${sql.join(set)} where ${hasKey(move, keys)}`.execute(ctx.db)
  }
}

/** Returns the number of moved rows that no longer belong to the survivor. */
export async function countChangedRows(ctx: Ctx, mapping: MergeMapping, moved: MovedKeysByTable): Promise<number> {
  let count = 0
  for (const { move, was, keys } of partsOf(ctx, moved)) {
    const still = move.customer
      ? sql`r.${sql.ref(move.customer)} = ${mapping.SurvivorId}`
      : sql`r.${sql.ref(move.membership!)} = ${mapping.numbers[was] ?? was}`
    const { rows } = await sql<{ Count: number }>`
      select count(*) filter (where not coalesce(${still}, false)) as count from ${sql.table(move.table)} r where ${hasKey(move, keys)}`.execute(
      ctx.db,
    )
    count += rows[0]!.Count
  }
  return count
}

const partsOf = (ctx: Ctx, moved: MovedKeysByTable) =>
  collectMovedTables(ctx).flatMap((move) =>
    Object.entries(moved[move.name] ?? {}).map(([was, keys]) => ({ move, was, keys })),
  )

const hasKey = (move: TableMove, keys: readonly (number | string)[]) =>
  sql`r.${sql.ref(move.key)} in (select value::${sql.raw(move.keyType)} from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
