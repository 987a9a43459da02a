import type { Input } from '#kit/contract/endpoint.ts'
import type { Steps } from '#kit/server/serve.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import type { startLink as contract } from '../../contract.ts'
import { comparedToNobody, hashingTurns, isPassword } from '../passwords.ts'
import { countTry, forgetTries, networkOf, passwordTries } from '../tries.ts'
import { startRoundTrip } from './start-round-trip.ts'

/** Begins to link the account of whoever is signed in, once they have proved again that it is theirs. */
export async function startLink(call: Steps, { Provider, CurrentPassword, From }: Input<typeof contract>) {
  const { key, PasswordHash } = await call.step(async (ctx) => {
    const account = await ctx.db
      .selectFrom('UserAccount')
      .select(['Username', 'PasswordHash'])
      .where('UserId', '=', ctx.actor.userId)
      .executeTakeFirstOrThrow()
    const counted = `password ${account.Username} ${networkOf(ctx.sourceIP)}`
    await countTry(ctx, counted, passwordTries)
    return { key: counted, PasswordHash: account.PasswordHash }
  })
  const right = await hashingTurns(() =>
    PasswordHash ? isPassword(PasswordHash, CurrentPassword) : comparedToNobody(CurrentPassword),
  )
  if (!right) throw passwordRefusals.wrongPassword()
  await call.step((ctx) => forgetTries(ctx, key))
  return startRoundTrip(call, { provider: Provider, errand: 'link', from: From })
}
