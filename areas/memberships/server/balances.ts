import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createValueList } from '#kit/server/list.ts'
import { BALANCE_TYPE, type Balance } from '../contract/balance.ts'
import type * as contract from '../contract/memberships.ts'
import { membershipRefusals as refusals } from '../contract/memberships.ts'

/** Selects the balances of a membership. Only one type of balance exists. */
export async function listMembershipBalances(
  ctx: Ctx,
  { MembershipNo, Search }: Input<typeof contract.listMembershipBalances>,
) {
  const balance = await findBalance(ctx, normaliseMembershipNo(MembershipNo))
  if (!balance) throw refusals.notFound()
  const requested = Search.BalanceType?.toLowerCase() ?? ''
  return createValueList(BALANCE_TYPE.toLowerCase().includes(requested) ? [balance] : [])
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Returns the balance of a member on the business date; undefined for an unknown number. */
    memberBalance?: (ctx: Ctx, MembershipNo: string) => Promise<Balance | undefined>
  }
}

/** Reads the balance by the function that the points area contributes. */
export async function findBalance(ctx: Ctx, MembershipNo: string): Promise<Balance | undefined> {
  for (const { memberBalance } of ctx.services.areas) if (memberBalance) return memberBalance(ctx, MembershipNo)
  return undefined
}
