import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { getUser as endpoint } from '../../contract/accounts.ts'
import { accountsBy } from './account-rows.ts'

export async function getUser(ctx: Ctx, { StaffId }: Input<typeof endpoint>) {
  const [account] = await accountsBy(ctx, { StaffId })
  return { Account: account ?? null }
}
