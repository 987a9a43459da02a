import { sql } from 'kysely'
import { isLookedUpCustomerSql, resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'
import type * as contract from '../contract.ts'
import {
  customerRewardDetailColumns,
  customerRewardJoins,
  maskIdentityOfRewardCustomer,
  readCustomerRewardDetail,
} from './reward-rows.ts'

/** Lists customer rewards of the caller's outlet. A full membership number also finds members of other outlets. */
export function listCustomerRewards(ctx: Ctx, { Search }: Input<typeof contract.listCustomerRewards>) {
  const { MembershipNo, CustomerId, ReferenceCode, CollectYN, OutletCode } = Search
  const outlet = resolveOutletFilter(ctx, OutletCode, customerRewardRefusals.otherOutlet)
  const ofOneMember = MembershipNo !== undefined || CustomerId !== undefined
  return sqlList({
    from: sql`customer_reward ${customerRewardJoins}`,
    where: [
      // The list includes the rewards of memberships that were merged into the member's membership.
      MembershipNo &&
        sql`(customer_reward.membership_no = surviving_membership(${MembershipNo}) or customer_reward.membership_no in (select membership_no from membership where merged_into_membership_no = ${MembershipNo}))`,
      equals('customer_reward.customer_id', CustomerId),
      equals('customer_reward.reference_code', ReferenceCode),
      equals('customer_reward.reward_id', Search.RewardId),
      equals('reward.code', Search.RewardCode),
      equals('customer_reward.type', Search.Type),
      equals('customer_reward.status', Search.Status),
      equals('customer_reward.invoice_no', Search.InvoiceNo),
      equals('customer_reward.voucher_no', Search.VoucherNo),
      Search.Status === undefined && sql`customer_reward.status <> 'Deleted'`,
      CollectYN &&
        sql`customer_reward.status = 'Active' and is_redeemed_kind(customer_reward.type) = ${CollectYN === 'Y'}`,
      isBetweenBounds('customer_reward.validity_to', Search.ValidFrom, Search.ValidTo),
      Search.RedeemedFrom &&
        sql`customer_reward.redeemed_date >= (${Search.RedeemedFrom}::date::timestamp at time zone ${ctx.timeZone}::text)`,
      Search.RedeemedTo &&
        sql`customer_reward.redeemed_date < ((${Search.RedeemedTo}::date + 1)::timestamp at time zone ${ctx.timeZone}::text)`,
      // Access to a single member was already checked by the scope of the endpoint.
      outlet &&
        !ofOneMember &&
        sql`(customer.registered_outlet_code = ${outlet} or ${ReferenceCode !== undefined}::boolean and ${isLookedUpCustomerSql(ctx)})`,
    ],
    select: sql<contract.CustomerRewardDetail>`${customerRewardDetailColumns}`,
    map: maskIdentityOfRewardCustomer,
    sort: {
      CreatedAt: 'customer_reward.created_at',
      ValidityTo: 'customer_reward.validity_to',
      RedeemedDate: 'customer_reward.redeemed_date',
      Status: 'customer_reward.status',
      ReferenceCode: 'customer_reward.reference_code',
    },
    tie: 'customer_reward.reference_code',
  })
}

export const getCustomerReward = (ctx: Ctx, { ReferenceCode }: Input<typeof contract.getCustomerReward>) =>
  readCustomerRewardDetail(ctx, ReferenceCode)
