import { sql } from 'kysely'
import { askedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { type listReferrals as endpoint, refusals } from '../contract.ts'
import { referrals } from './rows.ts'

/** Friends who were recommended; an outlet sees those that it registered on either side. */
export function listReferrals(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const outlet = askedOutlet(ctx, Search.OutletCode, refusals.otherOutlet)
  return referrals(ctx, [
    equals('r.status', Search.Status),
    equals('r.referrer_membership_no', Search.ReferrerMembershipNo),
    Search.MembershipNo &&
      sql`exists (select from membership m where m.customer_id = r.customer_id and m.membership_no = ${Search.MembershipNo})`,
    contains('friend.full_name', Search.FullName),
    outlet && sql`${outlet} in (friend.registered_outlet_code, referrer.registered_outlet_code)`,
    Search.FlaggedYN && sql`(r.flags <> '{}') = ${Search.FlaggedYN === 'Y'}::boolean`,
    Search.DateFrom && sql`r.named_at >= ${Search.DateFrom}::date::timestamp at time zone business_zone()`,
    Search.DateTo && sql`r.named_at < (${Search.DateTo}::date + 1)::timestamp at time zone business_zone()`,
  ])
}
