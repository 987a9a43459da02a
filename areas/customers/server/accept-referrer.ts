import { plainMembershipNo } from '#areas/memberships/contract/membership-no.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract/customers.ts'

/**
 * The friend behind a membership number, refused in the specification's words. A number that was merged means the
 * membership it was merged into.
 */
export async function findFriend(ctx: Ctx, typed: string) {
  const found = await friendBy(ctx, plainMembershipNo(typed))
  const friend =
    found?.Status === 'Merged' && found.MergedIntoMembershipNo
      ? await friendBy(ctx, found.MergedIntoMembershipNo)
      : found
  if (!friend || friend.Status === 'Deleted' || friend.CustomerStatus === 'Deleted') throw refusals.friendNotFound()
  const states = [friend.Status, friend.CustomerStatus]
  if (states.includes('Suspended')) throw refusals.friendSuspended()
  if (friend.Status !== 'Active' || friend.CustomerStatus !== 'Active') throw refusals.friendInactive()
  return friend
}

const friendBy = (ctx: Ctx, MembershipNo: string) =>
  ctx.db
    .selectFrom('Membership')
    .innerJoin('Customer', 'Customer.CustomerId', 'Membership.CustomerId')
    .select([
      'Membership.MembershipNo',
      'Membership.CustomerId',
      'Membership.Status',
      'Membership.MemberType',
      'Membership.MergedIntoMembershipNo',
      'Customer.FullName',
      'Customer.Status as CustomerStatus',
    ])
    .where('Membership.MembershipNo', '=', MembershipNo)
    .executeTakeFirst()

type Referred = { CustomerId: number; RecommendMembershipNo: string | null; CreatedAt: string }

/** The number to store when staff names the friend who recommended a customer: once, early, and never himself. */
export async function acceptReferrer(ctx: Ctx, typed: string, referred?: Referred): Promise<string> {
  const friend = await findFriend(ctx, typed)
  if (!referred || referred.RecommendMembershipNo === friend.MembershipNo) return friend.MembershipNo
  if (friend.CustomerId === referred.CustomerId) throw refusals.referrerIsSelf()
  if (referred.RecommendMembershipNo) throw refusals.referrerSet()
  const { 'referral.daysToName': days } = await settings(ctx)
  if (ctx.now.getTime() - Date.parse(referred.CreatedAt) > days * 86_400_000)
    throw refusals.referrerLate({ Days: days })
  return friend.MembershipNo
}
