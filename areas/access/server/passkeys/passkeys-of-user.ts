import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type listPasskeysOfUser as listContract,
  passkeyRefusals as refusals,
  type removePasskeyOfUser as removeContract,
} from '../../contract/passkeys.ts'
import { notifyAccount } from '../account-messages.ts'
import { lockAccount } from '../accounts/users.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { passkeyRemovedMail } from '../mails.ts'
import { deletePasskey } from './delete-passkey.ts'
import { passkeysOfUser } from './own-passkeys.ts'

export const listPasskeysOfUser = (ctx: Ctx, { UserId }: Input<typeof listContract>) => passkeysOfUser(ctx, UserId)

/**
 * Removes a lost passkey of a colleague and tells the colleague.
 * Only a user with all rights of the colleague may do so, because the account is then open to weaker ways to sign in.
 */
export async function removePasskeyOfUser(ctx: Ctx, { PasskeyId }: Input<typeof removeContract>) {
  const passkey = await ctx.db
    .selectFrom('Passkey')
    .select('UserId')
    .where('PasskeyId', '=', PasskeyId)
    .executeTakeFirst()
  if (!passkey) throw refusals.passkeyNotFound()
  const { UserId } = await lockAccount(ctx, passkey.UserId)
  const { Name } = await deletePasskey(ctx, PasskeyId, { UserId, keepSession: null })
  await notifyAccount(ctx, UserId, passkeyRemovedMail, { name: Name, by: ctx.actor.name })
  await recordLoginActivity(ctx, UserId, `Passkey removed by ${ctx.actor.name}`)
  ctx.audit(
    'Remove Passkey',
    'User',
    UserId,
    `Remove Passkey in User Roles. UserId - ${UserId}, PasskeyId - ${PasskeyId}`,
  )
  return { PasskeyId }
}
