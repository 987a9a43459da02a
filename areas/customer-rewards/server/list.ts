import { sql } from 'kysely'
import { lookedUp, requestedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, within } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refusals } from '../contract/refusals.ts'
import type * as contract from '../contract.ts'
import { maskIdentity, rewardDetail, rewardDetailColumns, rewardJoins } from './reward-rows.ts'

/** What members of one's own outlet hold; of one member by the full number, as at the counter. */
export function listCustomerRewards(ctx: Ctx, { Search }: Input<typeof contract.listCustomerRewards>) {
  const { MembershipNo, CustomerId, ReferenceCode, CollectYN, OutletCode } = Search
  const outlet = requestedOutlet(ctx, OutletCode, refusals.otherOutlet)
  const whose = MembershipNo !== undefined || CustomerId !== undefined
  return sqlList({
    from: sql`customer_reward held ${rewardJoins}`,
    where: [
      // What a number held that was merged since is the survivor's.
      MembershipNo &&
        sql`(held.membership_no = surviving_membership(${MembershipNo}) or held.membership_no in (select membership_no from membership where merged_into_membership_no = ${MembershipNo}))`,
      equals('held.customer_id', CustomerId),
      equals('held.reference_code', ReferenceCode),
      equals('held.reward_id', Search.RewardId),
      equals('reward.code', Search.RewardCode),
      equals('held.type', Search.Type),
      equals('held.status', Search.Status),
      equals('held.invoice_no', Search.InvoiceNo),
      equals('held.voucher_no', Search.VoucherNo),
      Search.Status === undefined && sql`held.status <> 'Deleted'`,
      CollectYN && sql`held.status = 'Active' and is_redeemed_kind(held.type) = ${CollectYN === 'Y'}`,
      within('held.validity_to', Search.ValidFrom, Search.ValidTo),
      Search.RedeemedFrom &&
        sql`held.redeemed_date >= (${Search.RedeemedFrom}::date::timestamp at time zone ${ctx.timeZone}::text)`,
      Search.RedeemedTo &&
        sql`held.redeemed_date < ((${Search.RedeemedTo}::date + 1)::timestamp at time zone ${ctx.timeZone}::text)`,
      // Whether a member who is named may be seen was asked before.
      outlet &&
        !whose &&
        sql`(customer.registered_outlet_code = ${outlet} or ${ReferenceCode !== undefined}::boolean and ${lookedUp(ctx)})`,
    ],
    select: sql<contract.CustomerRewardDetail>`${rewardDetailColumns}`,
    map: maskIdentity,
    sort: {
      CreatedAt: 'held.created_at',
      ValidityTo: 'held.validity_to',
      RedeemedDate: 'held.redeemed_date',
      Status: 'held.status',
      ReferenceCode: 'held.reference_code',
    },
    tie: 'held.reference_code',
  })
}

export const getCustomerReward = (ctx: Ctx, { ReferenceCode }: Input<typeof contract.getCustomerReward>) =>
  rewardDetail(ctx, ReferenceCode)
