import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { endVisitsOf } from '../visits/visits.ts'
import { readPasscode } from './passcode-rows.ts'

/** Ends a passcode, and the sessions that it opened: what was shown to the wrong person opens nothing any more. */
export async function revokePasscode(ctx: Ctx, { PasscodeId }: Input<typeof contract.revokePasscode>) {
  const passcode = await ctx.db
    .selectFrom('Passcode')
    .select('Status')
    .where('PasscodeId', '=', PasscodeId)
    .forUpdate()
    .executeTakeFirst()
  if (!passcode) throw contract.refusals.noSuchPasscode()
  if (passcode.Status === 'Revoked') throw contract.refusals.notActive({ Status: passcode.Status })

  await ctx.db
    .updateTable('Passcode')
    .set({ Status: 'Revoked', RevokedAt: ctx.now, RevokedById: ctx.actor.userId })
    .where('PasscodeId', '=', PasscodeId)
    .execute()
  await endVisitsOf(ctx, PasscodeId)

  ctx.audit('Revoke Passcode', 'Passcode', PasscodeId, `Revoke Passcode in Self-Service. PasscodeId - ${PasscodeId}`)
  return readPasscode(ctx, PasscodeId)
}
