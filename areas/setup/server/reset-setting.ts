import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { resetSetting as endpoint } from '../contract/settings.ts'
import { writeSetting } from './setting-rows.ts'

/** The row stays, without a value of its own: versions go on counting, and its history stays in one place. */
export async function resetSetting(ctx: Ctx, { Name, Version }: Input<typeof endpoint>) {
  const setting = await writeSetting(ctx, Name, Version, null)
  ctx.audit('Reset Setting', 'Setting', Name, `Reset Setting in Settings. Name - ${Name}`)
  return setting
}
