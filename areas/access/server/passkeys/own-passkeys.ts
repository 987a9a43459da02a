import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import {
  passkeyRefusals as refusals,
  type removePasskey as removeContract,
  type renamePasskey as renameContract,
} from '../../contract/passkeys.ts'
import { notifyAccount } from '../account-messages.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { passkeyRemovedMail } from '../mails.ts'
import { deletePasskey } from './delete-passkey.ts'
import { verifyOwner } from './verify-owner.ts'

const passkeys = (ctx: Ctx) =>
  ctx.db
    .selectFrom('Passkey')
    .select(['PasskeyId', 'Name', 'CreatedAt', 'LastUsedAt'])
    .select(sql<'Y' | 'N'>`case when backup_eligible then 'Y' else 'N' end`.as('SyncedYN'))

export async function getPasskey(ctx: Ctx, PasskeyId: number) {
  const passkey = await passkeys(ctx).where('PasskeyId', '=', PasskeyId).executeTakeFirst()
  if (!passkey) throw refusals.passkeyNotFound()
  return passkey
}

export const listOwnPasskeys = (ctx: Ctx) =>
  queryList(passkeys(ctx), {
    where: [sql`user_id = ${ctx.actor.userId}`],
    sort: { LastUsedAt: (direction) => sql`last_used_at ${direction} nulls last` },
    tie: 'PasskeyId',
  })

export const passkeysOfUser = (ctx: Ctx, userId: number) =>
  queryList(passkeys(ctx).where('UserId', '=', userId).orderBy('PasskeyId'))

export async function renamePasskey(ctx: Ctx, { PasskeyId, Name }: Input<typeof renameContract>) {
  await ctx.db.updateTable('Passkey').set({ Name }).where('PasskeyId', '=', PasskeyId).execute()
  ctx.audit('Rename Passkey', 'UserAccount', ctx.actor.userId!, `Rename Passkey. PasskeyId - ${PasskeyId}`)
  return getPasskey(ctx, PasskeyId)
}

/** Removes a passkey of the caller and ends the sessions that it opened, except the current one. */
export async function removePasskey(ctx: Ctx, { PasskeyId, CurrentPassword }: Input<typeof removeContract>) {
  const { UserId } = await verifyOwner(ctx, CurrentPassword)
  const { Name } = await deletePasskey(ctx, PasskeyId, { UserId, keepSession: ctx.actor.sessionId })
  await notifyAccount(ctx, UserId, passkeyRemovedMail, { name: Name, by: ctx.actor.name })
  await recordLoginActivity(ctx, UserId, 'Passkey removed')
  ctx.audit('Remove Passkey', 'UserAccount', UserId, `Remove Passkey. PasskeyId - ${PasskeyId}`)
  return { PasskeyId }
}
