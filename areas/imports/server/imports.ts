import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type ImportKind, type ImportStatus, importRefusals, importRoleByKind, type RowFault } from '../contract.ts'

// The columns of an import record, and the access to it, are the same for all endpoints.

const level = sql<ImportStatus['Level']>`case status
  when 'Completed' then case when rows_created > 0 and rows_failed = 0 then 'success' when rows_created > 0 or rows_failed = 0 then 'warning' else 'failed' end
  when 'Failed' then 'failed' when 'Cancelled' then 'warning' else 'none' end`.as('Level')

export const importStatusColumns = [
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
  ...importStatusColumns,
] as const

/** Returns the kinds of imports that the caller may run; each kind requires its own role. */
export const importKindsOfCaller = ({ roles }: Pick<Actor, 'roles'>) =>
  (Object.keys(importRoleByKind) as ImportKind[]).filter((kind) => roles.has(importRoleByKind[kind]))

export function requireImportKindAccess(actor: Pick<Actor, 'roles' | 'isHQ'>, kind: ImportKind) {
  if (!actor.roles.has(importRoleByKind[kind])) throw importRefusals.forbidden({ kind })
  if (kind === 'vouchers' && !actor.isHQ) throw importRefusals.headOfficeOnly()
}

/** Loads one import. Refuses an unknown import, and a kind that the caller may not import. */
export async function loadImport(ctx: Pick<Ctx, 'db' | 'actor'>, ImportId: string) {
  const row = await ctx.db
    .selectFrom('ImportJob')
    .select([...jobColumns, 'Columns', 'Sample', 'Mapping', 'Figures'])
    .where('ImportId', '=', ImportId)
    .executeTakeFirst()
  if (!row) throw importRefusals.notFound()
  requireImportKindAccess(ctx.actor, row.Kind)
  return row
}

/** Returns the progress of an import, which the page reads every second. */
export async function importStatus(ctx: Ctx, { ImportId }: Input<typeof contract.importStatus>) {
  const row = await ctx.db
    .selectFrom('ImportJob')
    .select([...importStatusColumns, 'Kind'])
    .where('ImportId', '=', ImportId)
    .executeTakeFirst()
  if (!row) throw importRefusals.notFound()
  const { Kind, ...status } = row
  requireImportKindAccess(ctx.actor, Kind)
  return status
}

/** Returns one import with all data that is needed to show or to repeat the import. */
export async function getImport(ctx: Ctx, { ImportId }: Input<typeof contract.getImport>) {
  return (await loadImport(ctx, ImportId)) as Reply<typeof contract.getImport>
}

/** Lists imports of the kinds that the caller may import; outlet staff see those of their outlet and their own. */
export const listImports = (ctx: Ctx, { Search }: Input<typeof contract.listImports>) =>
  queryList(ctx.db.selectFrom('ImportJob').select(jobColumns).where('Kind', 'in', importKindsOfCaller(ctx.actor)), {
    where: [
      !ctx.actor.isHQ && anyOf([equals('OutletCode', ctx.actor.outletCode), equals('CreatedById', ctx.actor.userId)]),
      equals('Kind', Search.Kind),
      equals('Status', Search.Status),
      // Uploads that were never run are listed only if the caller filters by status.
      !Search.Status && sql`not (status = 'Uploaded' and step <> 'Approval')`,
      contains('FileName', Search.FileName),
    ],
    tie: 'ImportId',
  })

/** Lists the results of the rows of one import. */
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
