import type { Ctx } from '#kit/server/ctx.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { masked } from '../one-time-code.ts'

type Addresses = { Email: string | null; ContactNo: string | null }

/**
 * Where somebody's codes and links go has been changed by a colleague. What is on its way to the old address opens
 * nothing any more, and both addresses are told, so that nobody loses an account without hearing of it.
 */
export async function addressChanged(ctx: Ctx, StaffId: number, before: Addresses, after: Addresses) {
  if (before.Email === after.Email && before.ContactNo === after.ContactNo) return
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select(['UserId', 'Username'])
    .where('StaffId', '=', StaffId)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!account) return
  const { UserId, Username } = account
  await voidWhatWasSent(ctx, UserId)
  await recordLoginActivity(ctx, UserId, `Address for codes changed by ${ctx.actor.name}`)
  const now = after.Email ?? after.ContactNo
  const Body = `${ctx.actor.name} has changed the address of your account ${Username}. Codes and links now go to ${now ? masked(now) : 'nobody'}.\nIf you did not expect this, please tell your administrator at once.\n`
  for (const To of new Set([before.Email, after.Email]))
    if (To) await ctx.mail({ To, Subject: 'The address of your account was changed', Body })
}

/** Codes, links to set a password and requests that wait for an answer: none of them counts from here on. */
export async function voidWhatWasSent(ctx: Pick<Ctx, 'db' | 'now'>, UserId: number) {
  for (const table of ['SignInChallenge', 'PasswordLink'] as const)
    await ctx.db
      .updateTable(table)
      .set({ UsedAt: ctx.now })
      .where('UserId', '=', UserId)
      .where('UsedAt', 'is', null)
      .execute()
  await ctx.db
    .updateTable('IdentityRequest')
    .set({ DeclinedAt: ctx.now })
    .where('UserId', '=', UserId)
    .where('ConfirmedAt', 'is', null)
    .where('DeclinedAt', 'is', null)
    .execute()
}
