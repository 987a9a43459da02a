import type { Ctx } from '#kit/server/ctx.ts'
import { shown, systemAccounts } from './system-rows.ts'

export async function listSystemAccounts(ctx: Ctx) {
  const rows = await systemAccounts(ctx).orderBy('Username').execute()
  return { count: rows.length, rows: rows.map((row) => shown(ctx, row)) }
}
