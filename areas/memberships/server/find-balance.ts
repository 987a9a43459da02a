import type { Ctx } from '#kit/server/ctx.ts'
import type { Balance } from '../contract/balance.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What a member has on the business date of the call; undefined for a number that nobody holds. */
    memberBalance?: (ctx: Ctx, MembershipNo: string) => Promise<Balance | undefined>
  }
}

/** What a member has of points, as the area that keeps them says. */
export async function findBalance(ctx: Ctx, MembershipNo: string): Promise<Balance | undefined> {
  for (const { memberBalance } of ctx.services.areas) if (memberBalance) return memberBalance(ctx, MembershipNo)
  return undefined
}
