import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import type * as contract from '../../contract/accounts.ts'
import { sendAccountMessage } from '../account-messages.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { accountAddressChangedMail, accountAddressRemovedMail } from '../mails.ts'
import { maskAddress } from '../one-time-code.ts'
import { getAccount, lockAccount, refuseDuplicateUsername } from './users.ts'

export async function updateUser(ctx: Ctx, { UserId, Version, Username }: Input<typeof contract.updateUser>) {
  const account = await lockAccount(ctx, UserId)
  if (account.Version !== Version) throw staleVersionRefusal(account)

  await ctx.db
    .updateTable('UserAccount')
    .set({ Username, Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
    .catch(refuseDuplicateUsername(Username))

  ctx.audit('Update User', 'User', UserId, `Update User in User Roles. UserId - ${UserId}`)
  return getAccount(ctx, UserId)
}

type Addresses = { Email: string | null; ContactNo: string | null }

/**
 * Runs after a colleague changed the e-mail address or phone number of an account.
 * Voids pending codes and links, and notifies both e-mail addresses, so that no account is taken over unnoticed.
 */
export async function handleAccountAddressChange(ctx: Ctx, StaffId: number, before: Addresses, after: Addresses) {
  if (before.Email === after.Email && before.ContactNo === after.ContactNo) return
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select(['UserId', 'Username'])
    .where('StaffId', '=', StaffId)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!account) return
  const { UserId, Username } = account
  await voidPendingCredentials(ctx, UserId)
  await recordLoginActivity(ctx, UserId, `Address for codes changed by ${ctx.actor.name}`)
  const now = after.Email ?? after.ContactNo
  const text = now ? accountAddressChangedMail : accountAddressRemovedMail
  const values = { name: ctx.actor.name, username: Username, address: now ? maskAddress(now) : '' }
  for (const address of new Set([before.Email, after.Email]))
    if (address) await sendAccountMessage(ctx, UserId, { address }, text, values)
}

/** Voids the sign-in codes, password links and open identity requests of an account. */
export async function voidPendingCredentials(ctx: Pick<Ctx, 'db' | 'now'>, UserId: number) {
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
