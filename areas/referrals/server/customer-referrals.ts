import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { readPage } from '#kit/server/list.ts'
import type { customerReferrals as endpoint } from '../contract.ts'
import { lastDayToName } from './accept-referrer.ts'
import { referrals } from './rows.ts'

const SHOWN = 20

/** Both sides of a customer's referrals. */
export async function customerReferrals(ctx: Ctx, { CustomerId }: Input<typeof endpoint>) {
  const newest = { SortOption: 'ReferralId', SortDirection: 'DESC' }
  const [MayNameUntil, by, Referred] = await Promise.all([
    lastDayToName(ctx, CustomerId),
    readPage(ctx, referrals(ctx, [equals('r.customer_id', CustomerId)]), { ...newest, Rows: 1 }),
    readPage(ctx, referrals(ctx, [equals('holder.customer_id', CustomerId)]), { ...newest, Rows: SHOWN }),
  ])
  return { ReferredBy: by.rows[0] ?? null, MayNameUntil, Referred }
}
