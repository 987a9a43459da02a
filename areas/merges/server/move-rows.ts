import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { movesOf } from './catalogue.ts'

/** Who goes where: the customer, and each number to the one that takes it over. */
export type MergeMapping = {
  SurvivorId: number
  MergedId: number
  /** Membership number → the one it goes into. */
  numbers: Readonly<Record<string, string>>
  /** All numbers of both. */
  all: readonly string[]
}

/** What went over: for each table the keys of its rows, by the number that they named before ('' where they name none). */
export type Moved = Record<string, Record<string, (number | string)[]>>

type What = ReturnType<typeof movesOf>[number]

function rowsOf(what: What, mapping: MergeMapping) {
  const losers = Object.keys(mapping.numbers)
  const into = what.membership
    ? sql`(${JSON.stringify(mapping.numbers)}::jsonb->>r.${sql.ref(what.membership)})`
    : sql`null::text`
  const whose = what.customer
    ? sql`r.${sql.ref(what.customer)} = ${mapping.MergedId}`
    : sql`r.${sql.ref(what.membership!)} = any(${losers})`
  const { SurvivorId, MergedId, all: numbers } = mapping
  const unless = what.unless?.({ SurvivorId, MergedId, into, numbers })
  const conditions = [whose, ...(unless ? [sql`not (${unless})`] : [])]
  return { into, where: sql.join(conditions, sql` and `) }
}

/** How many rows of each table would go over. */
export async function countMoves(ctx: Ctx, mapping: MergeMapping): Promise<{ What: string; Count: number }[]> {
  const counts = movesOf(ctx).map(
    (what) =>
      sql`select ${what.name}::text as what, count(*) as count from ${sql.table(what.table)} r where ${rowsOf(what, mapping).where}`,
  )
  const { rows } = await sql<{ What: string; Count: number }>`${sql.join(counts, sql` union all `)}`.execute(ctx.db)
  return rows.filter(({ Count }) => Count > 0)
}

/** Leads every row that goes over to the survivor: one statement a table, however many rows it has. */
export async function moveRows(ctx: Ctx, mapping: MergeMapping): Promise<Moved> {
  const moved: Moved = {}
  for (const what of movesOf(ctx)) {
    const { into, where } = rowsOf(what, mapping)
    const key = sql.ref(what.key)
    const was = what.membership ? sql`coalesce(r.${sql.ref(what.membership)}, '')` : sql`''`
    const set = [
      ...(what.customer ? [sql`${sql.ref(what.customer)} = ${mapping.SurvivorId}`] : []),
      ...(what.membership
        ? [sql`${sql.ref(what.membership)} = coalesce(chosen.into_no, r.${sql.ref(what.membership)})`]
        : []),
    ]
    const { rows } = await sql<{ Was: string; Keys: (number | string)[] }>`
      with chosen as materialized (select r.${key} as key, ${was} as was, ${into} as into_no from ${sql.table(what.table)} r where ${where}),
      done as (update ${sql.table(what.table)} r set ${sql.join(set)} from chosen where r.${key} = chosen.key)
      select was, jsonb_agg(key) as keys from chosen group by was`.execute(ctx.db)
    if (rows.length > 0) moved[what.name] = Object.fromEntries(rows.map(({ Was, Keys }) => [Was, Keys]))
  }
  return moved
}

/** Leads the same rows back, and counts those that are not the survivor's any more. */
export async function returnRows(ctx: Ctx, mapping: MergeMapping, moved: Moved): Promise<void> {
  for (const { what, was, keys } of partsOf(ctx, moved)) {
    const set = [
      ...(what.customer ? [sql`${sql.ref(what.customer)} = ${mapping.MergedId}`] : []),
      ...(what.membership && was !== '' ? [sql`${sql.ref(what.membership)} = ${was}`] : []),
    ]
    await sql`update ${sql.table(what.table)} r set ${sql.join(set)} where ${listed(what, keys)}`.execute(ctx.db)
  }
}

/** How many of the rows that went over belong to somebody else by now. */
export async function changedSince(ctx: Ctx, mapping: MergeMapping, moved: Moved): Promise<number> {
  let count = 0
  for (const { what, was, keys } of partsOf(ctx, moved)) {
    const still = what.customer
      ? sql`r.${sql.ref(what.customer)} = ${mapping.SurvivorId}`
      : sql`r.${sql.ref(what.membership!)} = ${mapping.numbers[was] ?? was}`
    const { rows } = await sql<{ Count: number }>`
      select count(*) filter (where not coalesce(${still}, false)) as count from ${sql.table(what.table)} r where ${listed(what, keys)}`.execute(
      ctx.db,
    )
    count += rows[0]!.Count
  }
  return count
}

const partsOf = (ctx: Ctx, moved: Moved) =>
  movesOf(ctx).flatMap((what) => Object.entries(moved[what.name] ?? {}).map(([was, keys]) => ({ what, was, keys })))

const listed = (what: What, keys: readonly (number | string)[]) =>
  sql`r.${sql.ref(what.key)} in (select value::${sql.raw(what.keyType)} from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
