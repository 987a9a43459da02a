import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import type { RowFault } from '../contract.ts'
import { loadImport } from './rows.ts'

/** What became of the rows of one import. */
export async function listImportRows(ctx: Ctx, { Search }: Input<typeof contract.listImportRows>) {
  if (!Search.ImportId)
    throw new Refusal(400, 'kit.invalid', 'Please name the import', {
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
