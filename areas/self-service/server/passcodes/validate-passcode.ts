import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countPasscodeAttempt, countSessionOpening } from '../limits.ts'
import { openCustomerSession } from '../sessions/customer-sessions.ts'
import { verifyAddressByCode } from '../verification/prove-address.ts'
import { hashLinkToken, hashPasscodeWithAllSecrets, normalisePasscode } from './codes.ts'

/** Opens a customer session with a passcode; of concurrent attempts with a single-use passcode only one succeeds. */
export async function validatePasscode(ctx: Ctx, input: Input<typeof contract.validatePasscode>) {
  if (input.ChallengeId !== undefined) {
    await verifyAddressByCode(ctx, { ChallengeId: input.ChallengeId, Code: input.Code ?? '' })
    return { status: 'valid' as const, Visit: null }
  }
  const passcode = await countPasscodeAttempt(ctx, () => usePasscode(ctx, input))
  await countSessionOpening(ctx)
  const session = await openCustomerSession(ctx, {
    purpose: passcode.Purpose,
    customerId: passcode.CustomerId,
    passcodeId: passcode.PasscodeId,
    outletCode: passcode.OutletCode,
    language: passcode.Language,
  })
  return { status: 'valid' as const, Visit: session }
}

type PasscodeOrToken = Pick<Input<typeof contract.validatePasscode>, 'Passcode' | 'Token'>

/**
 * Uses a passcode once and returns it, or returns an error.
 * The error does not roll back the transaction, because the attempt has to be counted.
 */
async function usePasscode(ctx: Ctx, { Passcode, Token }: PasscodeOrToken) {
  const code = Passcode === undefined ? undefined : normalisePasscode(Passcode)
  const passcode = await ctx.db
    .selectFrom('Passcode')
    .select([
      'PasscodeId',
      'Purpose',
      'CustomerId',
      'OutletCode',
      'Language',
      'Status',
      'ExpiresAt',
      'Uses',
      'UsesMost',
    ])
    .$if(Token === undefined, (query) =>
      query.where('CodeHash', 'in', code ? hashPasscodeWithAllSecrets(ctx.services, code) : [Buffer.alloc(0)]),
    )
    .$if(Token !== undefined, (query) => query.where('TokenHash', '=', hashLinkToken(Token ?? '')))
    .forUpdate()
    .executeTakeFirst()
  if (!passcode || passcode.Status === 'Revoked') return contract.selfServiceRefusals.unknown().keepingWrites()
  if (passcode.Status === 'Completed') return contract.selfServiceRefusals.used().keepingWrites()
  if (Date.parse(passcode.ExpiresAt) <= ctx.now.getTime()) return contract.selfServiceRefusals.expired().keepingWrites()

  const Uses = passcode.Uses + 1
  await ctx.db
    .updateTable('Passcode')
    .set({ Uses, ...(Uses === passcode.UsesMost && { Status: 'Completed' as const, CompletedAt: ctx.now }) })
    .where('PasscodeId', '=', passcode.PasscodeId)
    .execute()
  return passcode
}
