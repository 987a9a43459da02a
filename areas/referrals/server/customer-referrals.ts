import { sql } from 'kysely'
import { lastDayToName } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { customerReferrals as endpoint, Referral } from '../contract.ts'
import { referralColumns, referralTables, shownTo } from './rows.ts'

const SHOWN = 20

/** Both sides of a customer's referrals. */
export async function customerReferrals(ctx: Ctx, { CustomerId }: Input<typeof endpoint>) {
  const [MayNameUntil, by, counted, of] = await Promise.all([
    lastDayToName(ctx, CustomerId),
    sql<Referral>`
      select ${referralColumns} from ${referralTables} where r.customer_id = ${CustomerId} order by r.referral_id desc limit 1`.execute(
      ctx.db,
    ),
    sql<{ Count: number }>`
      select count(*) as count from referral r join membership m on m.membership_no = r.referrer_membership_no where m.customer_id = ${CustomerId}`.execute(
      ctx.db,
    ),
    sql<Referral>`
      select ${referralColumns} from ${referralTables} where holder.customer_id = ${CustomerId}
      order by r.referral_id desc limit ${SHOWN}`.execute(ctx.db),
  ])
  return {
    ReferredBy: by.rows[0] ? shownTo(ctx, by.rows[0]) : null,
    MayNameUntil,
    Referred: { count: counted.rows[0]!.Count, rows: of.rows.map((row) => shownTo(ctx, row)) },
  }
}
