import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { exportColumns } from './rows.ts'

/** One's own exports; nobody sees what somebody else took away here, only in the audit log. */
export const listExports = ({ actor }: Ctx, { Search }: Input<typeof contract.listExports>) =>
  sqlList({
    from: sql`export_job`,
    select: sql<contract.Export>`${exportColumns}`,
    where: [
      equals('created_by_id', actor.userId),
      contains('title', Search.Title),
      equals('status', Search.Status),
      equals('format', Search.Format),
    ],
    tie: 'export_id',
  })
