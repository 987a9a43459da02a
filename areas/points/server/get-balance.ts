import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { balanceOf, expiriesOf, findMember } from './rows.ts'

/** What a member has and what expires when. */
export async function getBalance(ctx: Ctx, { MembershipNo }: Input<typeof contract.getBalance>) {
  const member = await findMember(ctx.db, MembershipNo)
  const [balance, Expiries] = await Promise.all([
    balanceOf(ctx, member.MembershipNo),
    expiriesOf(ctx, member.MembershipNo),
  ])
  return { ...balance, Expiries }
}
