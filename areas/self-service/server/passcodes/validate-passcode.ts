import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countedTry, countOpening } from '../limits.ts'
import { proveAddress } from '../verification/prove-address.ts'
import { openVisit } from '../visits/visits.ts'
import { hashesOfPasscode, hashOfLinkToken, typedPasscode } from './codes.ts'

/** Lets in who holds a passcode. A passcode for one use lets one in: of many at once the others find it used. */
export async function validatePasscode(ctx: Ctx, input: Input<typeof contract.validatePasscode>) {
  if (input.ChallengeId !== undefined) {
    await proveAddress(ctx, { ChallengeId: input.ChallengeId, Code: input.Code ?? '' })
    return { status: 'valid' as const, Visit: null }
  }
  const passcode = await countedTry(ctx, () => usedPasscode(ctx, input))
  await countOpening(ctx)
  const visit = await openVisit(ctx, {
    purpose: passcode.Purpose,
    customerId: passcode.CustomerId,
    passcodeId: passcode.PasscodeId,
    outletCode: passcode.OutletCode,
    language: passcode.Language,
  })
  return { status: 'valid' as const, Visit: visit }
}

type Held = Pick<Input<typeof contract.validatePasscode>, 'Passcode' | 'Token'>

/** The passcode, used once more; or why it opens nothing. A wrong try is counted, so its refusal keeps what was written. */
async function usedPasscode(ctx: Ctx, { Passcode, Token }: Held) {
  const code = Passcode === undefined ? undefined : typedPasscode(Passcode)
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
      query.where('CodeHash', 'in', code ? hashesOfPasscode(ctx.services, code) : [Buffer.alloc(0)]),
    )
    .$if(Token !== undefined, (query) => query.where('TokenHash', '=', hashOfLinkToken(Token ?? '')))
    .forUpdate()
    .executeTakeFirst()
  if (!passcode || passcode.Status === 'Revoked') return contract.refusals.unknown().keepingWrites()
  if (passcode.Status === 'Completed') return contract.refusals.used().keepingWrites()
  if (Date.parse(passcode.ExpiresAt) <= ctx.now.getTime()) return contract.refusals.expired().keepingWrites()

  const Uses = passcode.Uses + 1
  await ctx.db
    .updateTable('Passcode')
    .set({ Uses, ...(Uses === passcode.UsesMost && { Status: 'Completed' as const, CompletedAt: ctx.now }) })
    .where('PasscodeId', '=', passcode.PasscodeId)
    .execute()
  return passcode
}
