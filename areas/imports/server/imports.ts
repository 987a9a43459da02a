import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type ImportKind, type ImportStatus, type RowFault, refusals, roleOf } from '../contract.ts'

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

const jobColumns = [
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

export function checkKind(actor: Pick<Actor, 'roles' | 'isHQ'>, kind: ImportKind) {
  if (!actor.roles.has(roleOf[kind])) throw refusals.forbidden({ kind })
  if (kind === 'vouchers' && !actor.isHQ) throw refusals.headOfficeOnly()
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

/** How far an import has come; asked for every second by the person who waits. */
export async function importStatus(ctx: Ctx, { ImportId }: Input<typeof contract.importStatus>) {
  const found = await ctx.db
    .selectFrom('ImportJob')
    .select([...statusColumns, 'Kind'])
    .where('ImportId', '=', ImportId)
    .executeTakeFirst()
  if (!found) throw refusals.notFound()
  const { Kind, ...status } = found
  checkKind(ctx.actor, Kind)
  return status
}

/** One import with all that is needed to look at it, or to run it again. */
export async function getImport(ctx: Ctx, { ImportId }: Input<typeof contract.getImport>) {
  return (await loadImport(ctx, ImportId)) as Reply<typeof contract.getImport>
}

/** The imports of the kinds that the caller may import; at an outlet those of the outlet and one's own. */
export const listImports = (ctx: Ctx, { Search }: Input<typeof contract.listImports>) =>
  queryList(ctx.db.selectFrom('ImportJob').select(jobColumns).where('Kind', 'in', kindsOf(ctx.actor)), {
    where: [
      !ctx.actor.isHQ && anyOf([equals('OutletCode', ctx.actor.outletCode), equals('CreatedById', ctx.actor.userId)]),
      equals('Kind', Search.Kind),
      equals('Status', Search.Status),
      // What was uploaded and left is no import; only a call that asks for it finds it.
      !Search.Status && sql`not (status = 'Uploaded' and step <> 'Approval')`,
      contains('FileName', Search.FileName),
    ],
    tie: 'ImportId',
  })

/** What became of the rows of one import. */
export async function listImportRows(ctx: Ctx, { Search }: Input<typeof contract.listImportRows>) {
  if (!Search.ImportId)
    throw new Refusal(400, 'kit.invalid', 'Name the import', {
      details: [{ path: 'Search.ImportId', message: 'Required' }],
    })
  await loadImport(ctx, Search.ImportId)
  return queryList(
    ctx.db
      .selectFrom('ImportRowResult')
      .select(['FirstRow', 'LastRow', 'Result', 'Reason', 'Field', 'Value'])
      .select(sql<RowFault[]>`coalesce(faults, '[]')`.as('Faults'))
      .where('ImportId', '=', Search.ImportId),
    { where: [equals('Result', Search.Result)] },
  )
}
