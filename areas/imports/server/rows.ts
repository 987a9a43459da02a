import { sql } from 'kysely'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { type ImportKind, type ImportStatus, refusals, roleOf } from '../contract.ts'

// What the calls share: how the record of an import leaves, and who may see it.

const level = sql<ImportStatus['Level']>`case status
  when 'Completed' then case when rows_created > 0 and rows_failed = 0 then 'success' when rows_created > 0 or rows_failed = 0 then 'warning' else 'failed' end
  when 'Failed' then 'failed' when 'Cancelled' then 'warning' else 'none' end`.as('Level')

export const statusColumns = [
  'Status',
  'RowsRead as Read',
  'RowsCreated as Created',
  'RowsSkipped as Skipped',
  'RowsFailed as Failed',
  'RowsTotal as Total',
  'Step',
  'Message',
  level,
] as const

export const jobColumns = [
  'ImportId',
  'Kind',
  'FileName',
  'FileBytes',
  'CreatedBy',
  'CreatedAt',
  'StartedAt',
  'EndedAt',
  ...statusColumns,
] as const

/** The kinds that this person may import: each asks for a role of its own. */
export const kindsOf = ({ roles }: Pick<Actor, 'roles'>) =>
  (Object.keys(roleOf) as ImportKind[]).filter((kind) => roles.has(roleOf[kind]))

export function checkKind(actor: Pick<Actor, 'roles'>, kind: ImportKind) {
  if (!actor.roles.has(roleOf[kind])) throw refusals.forbidden({ kind })
}

/** One import, if it is there and of a kind that the caller may import. */
export async function loadImport(ctx: Pick<Ctx, 'db' | 'actor'>, ImportId: string) {
  const found = await ctx.db
    .selectFrom('ImportJob')
    .select([...jobColumns, 'Columns', 'Sample', 'Mapping', 'Figures'])
    .where('ImportId', '=', ImportId)
    .executeTakeFirst()
  if (!found) throw refusals.notFound()
  checkKind(ctx.actor, found.Kind)
  return found
}
