import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { isApproverAccount } from '../../roles.ts'

/** What the setting access.passkeyForApprovers demands of a session: nothing, to add a passkey, or to sign in with it. */
export type PasskeyDuty = 'none' | 'add' | 'use'

type Facts = { isRequired: boolean; privileges: Iterable<string>; hasPasskey: boolean; usedPasskey: boolean }

/**
 * An approver who has a passkey must use it; otherwise a stolen password and mailbox would still open the account.
 * For the same reason only an approver without any passkey may add one after another sign-in.
 */
export function passkeyDutyOf({ isRequired, privileges, hasPasskey, usedPasskey }: Facts): PasskeyDuty {
  if (!isRequired || usedPasskey || !isApproverAccount(privileges)) return 'none'
  return hasPasskey ? 'use' : 'add'
}

/** Returns the duty of a user who has signed in with this passkey, or without one. */
export async function readPasskeyDuty(ctx: Pick<Ctx, 'db'>, userId: number, passkeyId: number | null) {
  const isRequired = (await readSettings(ctx))['access.passkeyForApprovers']
  if (!isRequired) return 'none'
  const privileges = await ctx.db.selectFrom('UserPrivilege').select('Privilege').where('UserId', '=', userId).execute()
  const passkey = await ctx.db.selectFrom('Passkey').select('PasskeyId').where('UserId', '=', userId).limit(1).execute()
  return passkeyDutyOf({
    isRequired,
    privileges: privileges.map(({ Privilege }) => Privilege),
    hasPasskey: passkey.length > 0,
    usedPasskey: passkeyId !== null,
  })
}
