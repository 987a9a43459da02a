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
  const preferences = await ctx.db
    .selectFrom('UserPreference')
    .select(preferenceFields)
    .where('UserId', '=', ctx.actor.userId!)
    .executeTakeFirst()
  return { Preferences: preferences ?? null }
}

/** Returns the user's interface language, in which messages to the user are written. */
export async function findPreferredLanguage(ctx: Ctx, userId: number) {
  const preferences = await ctx.db
    .selectFrom('UserPreference')
    .select('Language')
    .where('UserId', '=', userId)
    .executeTakeFirst()
  return preferences?.Language
}

/** Writes only the fields of the request, so that two browsers of one user do not overwrite each other's changes. */
export async function savePreferences(ctx: Ctx, changes: Input<typeof contract.savePreferences>) {
  const values = { ...changes, UpdatedAt: ctx.now }
  const Preferences = await ctx.db
    .insertInto('UserPreference')
    .values({ UserId: ctx.actor.userId!, ...values })
    .onConflict((preferences) => preferences.column('UserId').doUpdateSet(values))
    .returning(preferenceFields)
    .executeTakeFirstOrThrow()
  ctx.audit('Update Preferences', 'UserPreference', ctx.actor.userId!)
  return { Preferences }
}
