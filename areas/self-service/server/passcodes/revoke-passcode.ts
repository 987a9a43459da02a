import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { endSessionsOpenedByPasscode } from '../sessions/customer-sessions.ts'
import { readPasscode } from './passcode-rows.ts'

/** Revokes a passcode and ends the sessions that the passcode opened. */
export async function revokePasscode(ctx: Ctx, { PasscodeId }: Input<typeof contract.revokePasscode>) {
  const passcode = await ctx.db
    .selectFrom('Passcode')
    .select('Status')
    .where('PasscodeId', '=', PasscodeId)
    .forUpdate()
    .executeTakeFirst()
  if (!passcode) throw contract.selfServiceRefusals.noSuchPasscode()
  if (passcode.Status === 'Revoked') throw contract.selfServiceRefusals.notActive({ Status: passcode.Status })

  await ctx.db
    .updateTable('Passcode')
    .set({ Status: 'Revoked', RevokedAt: ctx.now, RevokedById: ctx.actor.userId })
    .where('PasscodeId', '=', PasscodeId)
    .execute()
  await endSessionsOpenedByPasscode(ctx, PasscodeId)

  ctx.audit('Revoke Passcode', 'Passcode', PasscodeId, `Revoke Passcode in Self-Service. PasscodeId - ${PasscodeId}`)
  return readPasscode(ctx, PasscodeId)
}
