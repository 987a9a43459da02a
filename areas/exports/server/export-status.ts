import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { loadExport } from './rows.ts'

/** How far an export is. */
export const exportStatus = (ctx: Ctx, { ExportId }: Input<typeof contract.exportStatus>) => loadExport(ctx, ExportId)
