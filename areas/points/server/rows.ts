import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { BALANCE_TYPE, type Balance } from '#areas/memberships/contract/balance.ts'
import type { RefusalKind } from '#kit/contract/refusal.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import { type ExpiryBucket, pointRefusals } from '../contract.ts'

// SQL columns of ledger rows and balances, which every query of this area selects.

export const pointHistoryColumns = sql.raw(`
  h.history_id, h.sequence_no, h.membership_no, h.balance_type, h.transaction_type, h.points, h.point_amount, h.point_reversed,
  h.point_utilized, h.point_expired, h.point_owed, h.business_date, h.earned_at, h.available_from, h.expiry_date, h.invoice_no,
  h.transaction_id, h.reference_code, h.object_type, h.object_value, h.reason_code, h.remark, h.outlet_code, s.full_name as staff_name,
  h.status, h.created_at`)

export const pointHistoryTables = sql.raw('point_history h left join staff s on s.staff_id = h.staff_id')

/** SQL condition that ledger row `h` is a lot with points left. */
export const isOpenLotSql = sql.raw(
  'h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount',
)
/** SQL expression of the points left in the lot `h`. */
export const remainingPointsSql = sql.raw('(h.point_amount - h.point_reversed - h.point_utilized - h.point_expired)')

type Member = {
  MembershipNo: string
  CustomerId: number
  RegisteredOutletCode: string
  FullName: string
  Status: string
  CustomerStatus: string
  MemberType: string
}

/** Finds a member by number. A merged number returns the survivor; an unknown number throws. */
export async function findMemberByNumber(
  db: Db,
  MembershipNo: string,
  notFound: RefusalKind = pointRefusals.memberNotFound,
): Promise<Member> {
  const { rows } = await sql<Member>`
    with recursive chain as (
      select * from membership where membership_no = ${MembershipNo}
      union all
      select next.* from chain join membership next on chain.status = 'Merged' and next.membership_no = chain.merged_into_membership_no
    )
    select chain.membership_no, c.customer_id, c.registered_outlet_code, c.full_name, chain.status, c.status as customer_status, chain.member_type
    from chain join customer c using (customer_id) where chain.status not in ('Merged', 'Deleted') limit 1`.execute(db)
  const member = rows[0]
  if (!member) throw (notFound as () => Error)()
  return member
}

/** SQL terms that add a member's points awaiting approval in other areas. */
const pendingOf = ({ services }: Pick<Ctx, 'services'>) =>
  sql.join(
    services.areas.flatMap(({ pendingPoints }) =>
      pendingPoints ? [sql`+ ${pendingPoints(sql`m.membership_no`)}`] : [],
    ),
    sql` `,
  )

const reservedColumns = sql.raw(`
  coalesce((select reserved from point_balance where membership_no = m.membership_no and balance_type = '${BALANCE_TYPE}'), 0) as reserved,
  (select max(settle_until) from offline_allowance where membership_no = m.membership_no and status = 'Open') as reserved_until`)

/** SQL columns of a balance; alias `m` is the membership and alias `b` its row of balances(today). */
export const pointBalanceColumns = (ctx: Pick<Ctx, 'today' | 'services'>) => sql<Balance>`
  m.membership_no, ${BALANCE_TYPE}::text as balance_type, coalesce(b.points, 0) as point_balance,
  points_available(m.membership_no, ${ctx.today}) as available, ${reservedColumns},
  coalesce((select sum(${remainingPointsSql}) from point_history h where h.membership_no = m.membership_no and ${isOpenLotSql} and h.available_from > ${ctx.today}), 0)::bigint
    ${pendingOf(ctx)} as pending,
  coalesce(b.arrears, 0) as arrears, coalesce(b.total_points_earned, 0) as total_points_earned, coalesce(b.total_points_redeemed, 0) as total_points_redeemed,
  coalesce(b.total_points_expired, 0) as total_points_expired, coalesce(b.total_points_reversed, 0) as total_points_reversed,
  coalesce(b.total_points_adjusted, 0) as total_points_adjusted, coalesce(b.total_points_merged, 0) as total_points_merged`

/** A member's balance on the business date of the call; undefined for an unknown number. */
export async function findPointBalance(
  ctx: Ctx,
  MembershipNo: string | RawBuilder<string>,
): Promise<Balance | undefined> {
  const { rows } = await sql<Balance>`
    select ${pointBalanceColumns(ctx)}
    from membership m left join balances(${ctx.today}) b on b.membership_no = m.membership_no and b.balance_type = ${BALANCE_TYPE}
    where m.membership_no = ${MembershipNo} and m.status <> 'Deleted'`.execute(ctx.db)
  return rows[0]
}

/** Returns the balance of a member; throws if the member does not exist. */
export async function requirePointBalance(ctx: Ctx, MembershipNo: string | RawBuilder<string>): Promise<Balance> {
  const balance = await findPointBalance(ctx, MembershipNo)
  if (!balance) throw pointRefusals.memberNotFound()
  return balance
}

/** Returns expiring points by month, soonest first. */
export async function findExpiryBuckets(ctx: Ctx, MembershipNo: string): Promise<z.infer<typeof ExpiryBucket>[]> {
  const { rows } = await sql<z.infer<typeof ExpiryBucket>>`
    select extract(year from h.expiry_date)::int as year, extract(month from h.expiry_date)::int as month, sum(${remainingPointsSql})::bigint as total_point_to_expire
    from point_history h
    where h.membership_no = ${MembershipNo} and ${isOpenLotSql} and h.expiry_date >= ${ctx.today}
    group by 1, 2 order by 1, 2`.execute(ctx.db)
  return rows
}
