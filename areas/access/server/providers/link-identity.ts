import type { Insertable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Database } from '#kit/server/database.ts'
import { programOrigin } from '#kit/server/origin.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import type * as contract from '../../contract.ts'
import { providerRefusals, providerTitles } from '../../contract.ts'
import { compareWithDummyHash, passwordHashingLimit, verifyPassword } from '../passwords.ts'
import { clearSignInAttempts, countSignInAttempt, networkOfAddress, passwordAttemptThrottle } from '../throttle.ts'
import { identifyAtProvider } from './ask-provider.ts'
import { browserSecretCookieName } from './browser-secret.ts'
import { claimProviderResponse } from './claim-answer.ts'
import { notifyOwnerOfIdentity } from './identities.ts'
import type { SignInProvider } from './sign-in-provider.ts'
import { requireConfiguredProvider, startProviderRoundTrip } from './start-round-trip.ts'

/** Begins to link the signed-in user's account with an identity. The user has to enter the password again. */
export async function startIdentityLink(
  call: MultiTransaction,
  { Provider, CurrentPassword, From }: Input<typeof contract.startIdentityLink>,
) {
  const { key, PasswordHash } = await call.step(async (ctx) => {
    const account = await ctx.db
      .selectFrom('UserAccount')
      .select(['Username', 'PasswordHash'])
      .where('UserId', '=', ctx.actor.userId)
      .executeTakeFirstOrThrow()
    const attemptKey = `password ${account.Username} ${networkOfAddress(ctx.sourceIP)}`
    await countSignInAttempt(ctx, attemptKey, passwordAttemptThrottle)
    return { key: attemptKey, PasswordHash: account.PasswordHash }
  })
  const right = await passwordHashingLimit(() =>
    PasswordHash ? verifyPassword(PasswordHash, CurrentPassword) : compareWithDummyHash(CurrentPassword),
  )
  if (!right) throw passwordRefusals.wrongPassword()
  await call.step((ctx) => clearSignInAttempts(ctx, key))
  return startProviderRoundTrip(call, { provider: Provider, errand: 'link', from: From })
}

/** Links the signed-in user's account with the identity that the provider has just proved. */
export async function finishIdentityLink(call: MultiTransaction, answer: Input<typeof contract.finishIdentityLink>) {
  const secret = call.cookie(browserSecretCookieName(call.services.publicUrl))
  const claimed = await call.step((ctx) => claimProviderResponse(ctx, secret, 'link', answer))
  const provider = requireConfiguredProvider(call, claimed.Provider)
  const proof = await identifyAtProvider(provider, { ...claimed, errand: 'link', iss: answer.Iss, appUrl: call.appUrl })
  if ('refusal' in proof) throw proof.refusal
  return call.step(async (ctx) => {
    // Refuses the link if another user has signed in here since, because that user did not enter the password.
    if (claimed.UserId === null || claimed.UserId !== ctx.actor.userId) throw providerRefusals.notStartedHere()
    const IdentityId = await linkIdentity(ctx, {
      UserId: claimed.UserId,
      Provider: claimed.Provider,
      Issuer: proof.issuer,
      Subject: proof.subject,
      LinkedById: claimed.UserId,
    })
    await notifyOwnerOfIdentity(ctx, claimed.UserId, providerTitles[claimed.Provider])
    return { IdentityId, From: claimed.ReturnTo }
  })
}

type Link = Pick<Insertable<Tables['UserIdentity']>, 'UserId' | 'Provider' | 'Issuer' | 'Subject' | 'LinkedById'>

/** An identity at a provider belongs to at most one account. */
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

/** Demo only: links every account that has a password to the demo provider's user of the same name. */
export async function linkDemoAccounts(database: Database, { name, issuer }: SignInProvider, timeZone: string) {
  await inTransaction(database, { origin: programOrigin('demo'), timeZone }, (db) =>
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
