import type { Ctx } from '#kit/server/ctx.ts'
import { preferenceFields } from './preference-fields.ts'

export async function getPreferences(ctx: Ctx) {
  const own = await ctx.db
    .selectFrom('UserPreference')
    .select(preferenceFields)
    .where('UserId', '=', ctx.actor.userId!)
    .executeTakeFirst()
  return { Preferences: own ?? null }
}
