import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import type * as contract from '../../contract/accounts.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { addressChangedMail, addressRemovedMail } from '../mails.ts'
import { masked } from '../one-time-code.ts'
import { writeTo } from '../reader.ts'
import { accountBy, lockAccount, refuseTakenUsername } from './users.ts'

export async function updateUser(ctx: Ctx, { UserId, Version, Username }: Input<typeof contract.updateUser>) {
  const account = await lockAccount(ctx, UserId)
  if (account.Version !== Version) throw stale(account)

  await ctx.db
    .updateTable('UserAccount')
    .set({ Username, Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
    .catch(refuseTakenUsername(Username))

  ctx.audit('Update User', 'User', UserId, `Update User in User Roles. UserId - ${UserId}`)
  return accountBy(ctx, UserId)
}

type Addresses = { Email: string | null; ContactNo: string | null }

/**
 * Where somebody's codes and links go has been changed by a colleague. What is on its way to the old address opens
 * nothing any more, and both addresses are notified, so that nobody loses an account without hearing of it.
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
  const text = now ? addressChangedMail : addressRemovedMail
  const values = { name: ctx.actor.name, username: Username, address: now ? masked(now) : '' }
  for (const address of new Set([before.Email, after.Email]))
    if (address) await writeTo(ctx, UserId, { address }, text, values)
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
