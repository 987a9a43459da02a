import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type addIdentity as contract, providerRefusals } from '../../contract.ts'
import { linkIdentity } from './link-identity.ts'
import { identities } from './list-identities.ts'
import { configuredProvider } from './start-round-trip.ts'

/** An administrator says who somebody is at a provider, by the subject that the provider's own administration shows. */
export async function addIdentity(ctx: Ctx, { UserId, Provider, Subject }: Input<typeof contract>) {
  const { issuer } = configuredProvider(ctx, Provider)
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('UserId', '=', UserId)
    .where('Kind', '=', 'Staff')
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!account) throw providerRefusals.identityNotFound()
  const IdentityId = await linkIdentity(ctx, { UserId, Provider, Issuer: issuer, Subject })
  return identities(ctx).where('IdentityId', '=', IdentityId).executeTakeFirstOrThrow()
}
