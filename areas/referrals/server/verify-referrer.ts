import { customerRefusals } from '#areas/customers/contract/customers.ts'
import type { verifyReferrer as endpoint } from '#areas/customers/contract/referrers.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedName } from '#kit/server/masks.ts'
import { validateReferrer } from './accept-referrer.ts'

/** Checks a referrer before the form is saved, with the same errors as saving the form. */
export async function verifyReferrer(ctx: Ctx, { MembershipNo, CustomerId }: Input<typeof endpoint>) {
  if (!MembershipNo) throw customerRefusals.friendEmpty()
  const referred =
    CustomerId === undefined
      ? undefined
      : await ctx.db
          .selectFrom('Customer')
          .select(['CustomerId', 'RecommendMembershipNo', 'CreatedAt'])
          .where('CustomerId', '=', CustomerId)
          .where('Status', '<>', 'Deleted')
          .executeTakeFirst()
  if (CustomerId !== undefined && !referred) throw customerRefusals.notFound()
  const referrer = await validateReferrer(ctx, MembershipNo, referred)
  return {
    MembershipNo: referrer.MembershipNo,
    Name: maskedName(referrer.FullName),
    Status: referrer.Status,
    MemberType: referrer.MemberType,
  }
}
