import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { shown, systemAccounts } from './system-rows.ts'

export const listSystemAccounts = (ctx: Ctx) =>
  queryList(systemAccounts(ctx).orderBy('Username'), { map: (row) => shown(ctx, row) })
