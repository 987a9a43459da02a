import { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { invalid } from '#kit/server/errors.ts'
import { catalogue, type updateSetting as endpoint, settingRefusals as refusals } from '../contract/settings.ts'
import { writeSetting } from './setting-rows.ts'

export async function updateSetting(ctx: Ctx, { Name, Version, Value }: Input<typeof endpoint>) {
  const judged = z.object({ Value: catalogue[Name].schema as z.ZodType }).safeParse({ Value })
  if (!judged.success) throw invalid(judged.error)
  if (Name === 'membership.defaultCardGroup' && judged.data.Value !== null)
    await refuseUnknownCardGroup(ctx, judged.data.Value as string)

  const setting = await writeSetting(ctx, Name, Version, judged.data.Value)
  ctx.audit('Update Setting', 'Setting', Name, `Update Setting in Settings. Name - ${Name}`)
  return setting
}

/** A name that no group has would be ignored without a word. */
async function refuseUnknownCardGroup(ctx: Ctx, Name: string) {
  const group = await ctx.db
    .selectFrom('CardGroup')
    .select('GroupId')
    .where('Name', '=', Name)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!group) throw refusals.noSuchCardGroup({ Name })
}
