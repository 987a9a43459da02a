import type { Insertable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { providerRefusals } from '../../contract.ts'

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
