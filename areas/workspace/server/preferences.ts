import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'

const preferenceFields = [
  'Mode',
  'Navigation',
  'CollapsedYN',
  'Direction',
  'HeaderColor',
  'AccentColor',
  'Language',
  'Density',
  'SingleKeysYN',
  'StartPage',
] as const

export async function getPreferences(ctx: Ctx) {
  const own = await ctx.db
    .selectFrom('UserPreference')
    .select(preferenceFields)
    .where('UserId', '=', ctx.actor.userId!)
    .executeTakeFirst()
  return { Preferences: own ?? null }
}

/** The language that somebody’s pages are in, for what is written to them. */
export async function keptLanguage(ctx: Ctx, userId: number) {
  const own = await ctx.db
    .selectFrom('UserPreference')
    .select('Language')
    .where('UserId', '=', userId)
    .executeTakeFirst()
  return own?.Language
}

/** Only what is sent is written, so that two browsers of the same user don't undo each other's choices. */
export async function savePreferences(ctx: Ctx, changes: Input<typeof contract.savePreferences>) {
  const written = { ...changes, UpdatedAt: ctx.now }
  const Preferences = await ctx.db
    .insertInto('UserPreference')
    .values({ UserId: ctx.actor.userId!, ...written })
    .onConflict((own) => own.column('UserId').doUpdateSet(written))
    .returning(preferenceFields)
    .executeTakeFirstOrThrow()
  ctx.audit('Update Preferences', 'UserPreference', ctx.actor.userId!)
  return { Preferences }
}
