import type { Insertable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Database } from '#kit/server/database.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import { programNamed } from '#kit/server/signed.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import type * as contract from '../../contract.ts'
import { providerRefusals, providerTitles } from '../../contract.ts'
import { comparedToNobody, hashingLimit, isPassword } from '../passwords.ts'
import { clearAttempts, countAttempt, networkOf, passwordThrottle } from '../throttle.ts'
import { whoCame } from './ask-provider.ts'
import { secretCookieName } from './browser-secret.ts'
import { claimAnswer } from './claim-answer.ts'
import { notifyOwner } from './identities.ts'
import type { SignInProvider } from './sign-in-provider.ts'
import { configuredProvider, startRoundTrip } from './start-round-trip.ts'

/** Begins to link the account of the person who is signed in, once they have proved again that it is theirs. */
export async function startLink(
  call: MultiTransaction,
  { Provider, CurrentPassword, From }: Input<typeof contract.startLink>,
) {
  const { key, PasswordHash } = await call.step(async (ctx) => {
    const account = await ctx.db
      .selectFrom('UserAccount')
      .select(['Username', 'PasswordHash'])
      .where('UserId', '=', ctx.actor.userId)
      .executeTakeFirstOrThrow()
    const counted = `password ${account.Username} ${networkOf(ctx.sourceIP)}`
    await countAttempt(ctx, counted, passwordThrottle)
    return { key: counted, PasswordHash: account.PasswordHash }
  })
  const right = await hashingLimit(() =>
    PasswordHash ? isPassword(PasswordHash, CurrentPassword) : comparedToNobody(CurrentPassword),
  )
  if (!right) throw passwordRefusals.wrongPassword()
  await call.step((ctx) => clearAttempts(ctx, key))
  return startRoundTrip(call, { provider: Provider, errand: 'link', from: From })
}

/** Links the account of the person who is signed in with the identity that they have just proved at the provider. */
export async function finishLink(call: MultiTransaction, answer: Input<typeof contract.finishLink>) {
  const secret = call.cookie(secretCookieName(call.services.publicUrl))
  const claimed = await call.step((ctx) => claimAnswer(ctx, secret, 'link', answer))
  const provider = configuredProvider(call, claimed.Provider)
  const proof = await whoCame(provider, { ...claimed, errand: 'link', iss: answer.Iss, appUrl: call.appUrl })
  if ('refusal' in proof) throw proof.refusal
  return call.step(async (ctx) => {
    // Somebody else has signed in here since: it was not they who gave the password.
    if (claimed.UserId === null || claimed.UserId !== ctx.actor.userId) throw providerRefusals.notStartedHere()
    const IdentityId = await linkIdentity(ctx, {
      UserId: claimed.UserId,
      Provider: claimed.Provider,
      Issuer: proof.issuer,
      Subject: proof.subject,
      LinkedById: claimed.UserId,
    })
    await notifyOwner(ctx, claimed.UserId, providerTitles[claimed.Provider])
    return { IdentityId, From: claimed.ReturnTo }
  })
}

type Link = Pick<Insertable<Tables['UserIdentity']>, 'UserId' | 'Provider' | 'Issuer' | 'Subject' | 'LinkedById'>

/** Who is known at a provider belongs to one account at most. */
export async function linkIdentity(ctx: Ctx, link: Link) {
  const linked = await ctx.db
    .insertInto('UserIdentity')
    .values({ ...link, LinkedAt: ctx.now })
    .onConflict((oc) => oc.columns(['Issuer', 'Subject']).doNothing())
    .returning('IdentityId')
    .executeTakeFirst()
  if (!linked) throw providerRefusals.identityTaken()
  ctx.audit(
    'Add User Identity',
    'UserIdentity',
    linked.IdentityId,
    `Add User Identity. IdentityId - ${linked.IdentityId}`,
  )
  return linked.IdentityId
}

/** In the demo every account with a password is known at the demo's provider by its user name. */
export async function linkDemoAccounts(database: Database, { name, issuer }: SignInProvider, timeZone: string) {
  await inTransaction(database, { origin: programNamed('demo'), timeZone }, (db) =>
    db
      .insertInto('UserIdentity')
      .columns(['UserId', 'Provider', 'Issuer', 'Subject', 'LinkedAt'])
      .expression((eb) =>
        eb
          .selectFrom('UserAccount')
          .where('Kind', '=', 'Staff')
          .where('Status', '=', 'Active')
          .where('PasswordHash', 'is not', null)
          .select(['UserId', eb.val(name).as('Provider'), eb.val(issuer).as('Issuer'), 'Username as Subject'])
          .select(({ fn }) => fn<string>('now').as('LinkedAt')),
      )
      .onConflict((oc) => oc.columns(['Issuer', 'Subject']).doNothing())
      .execute(),
  )
}
