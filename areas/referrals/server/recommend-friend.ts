import * as contract from '#areas/customers/contract/customers.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedName } from '#kit/server/masks.ts'
import { findFriend } from './accept-referrer.ts'

/** Shows staff enough of the friend to ask "is it this one?", and no more. */
export async function recommendFriend(ctx: Ctx, { MembershipNo }: Input<typeof contract.recommendFriend>) {
  if (!MembershipNo) throw contract.refusals.friendEmpty()
  const friend = await findFriend(ctx, MembershipNo)
  return {
    MembershipNo: friend.MembershipNo,
    Name: maskedName(friend.FullName),
    Status: friend.Status,
    MemberType: friend.MemberType,
  }
}
