import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { savePreferences as endpoint } from '../contract.ts'
import { preferenceFields } from './preference-fields.ts'

/** Only what is sent is written, so that two browsers of the same user don't undo each other's choices. */
export async function savePreferences(ctx: Ctx, changes: Input<typeof endpoint>) {
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
