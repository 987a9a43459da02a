import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { valueList } from '#kit/server/list.ts'
import { type listSettings as endpoint, settingNames } from '../contract/settings.ts'
import { settingOf, settingRows } from './setting-rows.ts'

/** The catalogue with its present values. It is small, so it is searched and paged here. */
export async function listSettings(ctx: Ctx, { Search, SortDirection }: Input<typeof endpoint>) {
  const stored = new Map((await settingRows(ctx).execute()).map((row) => [row.Name, row]))
  const wanted = Search.Name?.toLowerCase() ?? ''
  const names = settingNames.filter((name) => name.toLowerCase().includes(wanted)).sort()
  if (SortDirection === 'DESC') names.reverse()
  return valueList(names.map((name) => settingOf(name, stored.get(name))))
}
